export const pictureTexts = {
  title: 'Bild Ihres Fahrzeugs',
  lead: 'Hilft beim Wiedererkennen, auch nach einem Diebstahl. Sehen können es nur Sie und alle, denen Sie die Anzeige-Mappe geben; der Aufnahmeort wird entfernt.',
  hint: 'JPEG, PNG oder WebP, höchstens 5 MB.',
  alternative: 'Ihr Fahrzeug',
  loading: 'Das Bild wird geladen …',
  choose: 'Bild auswählen',
  replace: 'Anderes Bild auswählen',
  remove: 'Bild entfernen',
  saved: 'Das Bild ist gespeichert.',
  removed: 'Das Bild ist gelöscht.',
  failed: 'Das Bild wurde nicht gespeichert',
  tooLarge: 'Es ist größer als 5 MB. Bitte wählen Sie ein kleineres.',
} as const
