import type { PlaceVisit } from '#contract/own-places/own-places.ts'

export const ownPlacesTexts = {
  title: 'Angekommen und losgefahren',
  lead: 'Nennen Sie Orte, an denen Sie wissen wollen, dass ein Fahrzeug ankommt oder losfährt. Die Nachricht kommt per E-Mail und als Push-Nachricht und nennt nur den Namen des Orts.',
  needsProfile: 'Dafür wird das Bewegungsprofil gebraucht: Ohne aufgezeichnete Fahrten kommt keine Nachricht.',
  demo: 'Das Demokonto hat keine eigenen Orte. Mit einem eigenen Konto legen Sie hier welche an.',
  loading: 'Ihre Orte werden geladen …',
  failed: 'Ihre Orte konnten nicht geladen werden',
  list: 'Ihre Orte',
  none: 'Sie haben noch keinen Ort angelegt.',
  around: (metres: string) => `Umkreis ${metres}`,
  watched: (vehicles: number) => (vehicles === 1 ? '1 Fahrzeug' : `${vehicles} Fahrzeuge`),
  unwatched: 'keine Nachrichten',
  add: 'Ort anlegen',
  full: 'Mehr als zehn Orte sind nicht möglich. Löschen Sie zuerst einen.',
  change: 'Ändern',
  changeOf: (name: string) => `Ort „${name}“ ändern`,
  remove: 'Löschen',
  removeTitle: (name: string) => `Ort „${name}“ löschen?`,
  removeText: 'Von Ankunft und Abfahrt dort erfahren Sie danach nichts mehr.',
  removed: 'Der Ort ist gelöscht.',
  saved: (name: string) => `Der Ort „${name}“ ist gespeichert.`,
  visits: {
    ARRIVED: { name: 'Angekommen', detail: 'Zehn Minuten nachdem das Fahrzeug dort steht.' },
    LEFT: { name: 'Losgefahren', detail: 'Sobald die Fahrt aus dem Umkreis führt.' },
  } satisfies Record<PlaceVisit, { name: string; detail: string }>,
}
