export const savedRoutesTexts = {
  title: 'Meine Strecken',
  list: 'Ihre gespeicherten Strecken',
  failed: 'Ihre Strecken konnten nicht geladen werden',
  departsAt: (time: string) => `Abfahrt ${time}`,
  departed: (time: string) => `letzte Abfahrt ${time}`,
  watched: 'wird am Abend davor geprüft',

  change: 'Prüfen',
  changeOf: (name: string) => `Strecke „${name}“ prüfen`,
  remove: 'Löschen',
  removeTitle: (name: string) => `Strecke „${name}“ löschen?`,
  removeText: 'Linie, Name und Abfahrt werden gelöscht. Das lässt sich nicht rückgängig machen.',
  removed: 'Die Strecke ist gelöscht.',

  save: {
    title: 'Speichern',
    changeTitle: 'Ändern',
    name: 'Name',
    nameHint: 'Nur für Sie, etwa „Hausrunde“.',
    watch: 'Am Abend vor der Abfahrt noch einmal prüfen und mir Neues melden',
    watchHint: 'Per E-Mail, und als Push-Nachricht, wo Sie diese eingeschaltet haben; nur, wenn etwas Neues dazukommt.',
    withoutDeparture: 'Dafür braucht die Strecke eine Abfahrtszeit: Wählen Sie sie oben unter „Wann fahren Sie?“.',
    privacy:
      'Gespeichert werden der Name, die vereinfachte Linie und die Abfahrt, bis Sie die Strecke löschen. Nur Sie sehen sie.',
    submit: 'Speichern',
    changed: 'Änderungen speichern',
    done: (name: string) => `Die Strecke „${name}“ ist gespeichert.`,
    demo: 'Das Demokonto speichert keine Strecken. Mit einem eigenen Konto stehen sie unter „Meine Strecken“.',
  },
}
