export const privacyZonesTexts = {
  title: 'Privatzonen',
  lead: 'Was in einer Privatzone liegt, etwa rund um Ihr Zuhause, bekommt kein Empfänger einer Freigabe. In Downloads lassen Sie es weg, wenn Sie das dort ankreuzen.',
  police:
    'In der Anzeige-Mappe gelten Privatzonen nie: Nach einem Diebstahl braucht die Polizei den Ort der Tat, und eine Lücke würde Ihre Anzeige schwächen.',
  edge: 'Herausgeschnitten wird mehr als der Kreis, den Sie wählen, und nicht gleichmäßig darum herum. So verrät die Lücke nicht, wo ihre Mitte liegt. Zeiten bleiben: Wann Sie weg waren, lässt sich noch sehen, aber nicht, wo.',
  demo: 'Das Demokonto hat keine Privatzonen. Mit einem eigenen Konto legen Sie hier welche an.',
  loading: 'Ihre Privatzonen werden geladen …',
  failed: 'Ihre Privatzonen konnten nicht geladen werden',
  list: 'Ihre Privatzonen',
  none: 'Sie haben noch keine Privatzone.',
  around: (metres: string) => `alles im Umkreis von ${metres}`,
  add: 'Privatzone anlegen',
  full: 'Mehr als fünf Privatzonen sind nicht möglich. Löschen Sie zuerst eine.',
  change: 'Ändern',
  changeOf: (name: string) => `Privatzone „${name}“ ändern`,
  remove: 'Löschen',
  removeTitle: (name: string) => `Privatzone „${name}“ löschen?`,
  removeText: 'Empfänger Ihrer Freigaben bekommen danach auch, was dort liegt.',
  removed: 'Die Privatzone ist gelöscht.',
  saved: (name: string) => `Die Privatzone „${name}“ ist gespeichert.`,

  form: {
    name: 'Name',
    nameHint: 'Nur für Sie, etwa „Zuhause“ oder „Arbeit“.',
    submit: 'Speichern',
  },
}
