export const circleTexts = {
  name: 'Name',
  nameHint: 'Nur für Sie, etwa „Zuhause“ oder „Arbeit“.',
  place: 'Ort',
  hint: 'Suchen Sie den Ort, nehmen Sie den Ihres Fahrzeugs, oder tippen Sie auf die Karte.',
  missing: 'Bitte wählen Sie einen Ort.',
  map: 'Karte: Tippen setzt die Mitte.',
  radius: 'Umkreis',
  formLoading: 'Das Formular wird geladen',
  submit: 'Speichern',
}
