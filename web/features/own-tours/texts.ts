import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import type { TourSource } from '#contract/own-tours/own-tours.ts'

const { keptDays, keptLongerDays } = ownToursLimits

export const ownToursTexts = {
  title: 'Eigene Touren',
  lead: 'Holen Sie Ihre früheren Touren aus anderen Programmen hierher. Nur Sie sehen sie.',

  import: {
    title: 'Datei einlesen',
    drop: 'Datei hierher ziehen oder',
    choose: 'Datei auswählen',
    hint: 'GPX mit Zeiten, Google Zeitachse, Traccar oder OwnTracks, höchstens 20 MB. Was in Ihren Privatzonen liegt, wird nicht gespeichert.',
    where: 'Woher kommen die Dateien?',
    steps: [
      'Google Zeitachse auf Android: Einstellungen > Standort > Standortdienste > Zeitachse > Zeitachse exportieren.',
      'Google Zeitachse auf dem iPhone: in Google Maps auf Ihr Profilbild, dann Einstellungen > Personenbezogene Inhalte > Zeitachsedaten exportieren.',
      'Traccar: Berichte > Route > Exportieren. Tabellen (CSV) nennen keine Zeitzone: Ihre Zeiten gelten als UTC.',
      'OwnTracks: die .rec-Dateien des Recorders oder seine Liste als JSON.',
      'Navigationsgeräte und Tourenplaner: die aufgezeichnete Tour als GPX, nicht die geplante Route.',
    ],
    busy: 'Die Datei wird gelesen …',
    failed: 'Diese Datei wurde nicht übernommen',
    done: (tours: string, points: string) => `${tours} mit ${points} gelesen`,
    tours: ['Tour', 'Touren'],
    points: ['Punkt', 'Punkten'],
    left: ['Punkt', 'Punkte'],
    known: (points: string) => `${points} waren schon da.`,
    hidden: (points: string) => `${points} in Ihren Privatzonen wurden nicht gespeichert.`,
    unusable: (points: string) => `${points} ohne brauchbaren Ort oder Zeit wurden ausgelassen.`,
    demo: 'Im Demokonto lassen sich keine Dateien einlesen.',
  },

  kept: {
    title: 'Wie lange?',
    short: `Eigene Touren werden ${keptDays} Tage nach dem Einlesen gelöscht.`,
    long: `Eigene Touren werden ${keptLongerDays} Tage nach dem Einlesen gelöscht. Widerrufen können Sie das unter`,
    myData: 'Meine Daten',
    agree: `${keptLongerDays} Tage speichern`,
    agreed: `Eigene Touren werden jetzt ${keptLongerDays} Tage gespeichert.`,
  },

  list: 'Ihre Touren',
  loading: 'Die Touren werden geladen …',
  loadFailed: 'Ihre Touren konnten nicht geladen werden',
  none: 'Noch keine Touren',
  noneText: 'Lesen Sie eine Datei ein. Woher sie kommt, steht dort.',
  older: 'Frühere Touren zeigen',
  unnamed: (time: string) => `Tour um ${time}`,
  sources: {
    gpx: 'GPX',
    'google-timeline': 'Google Zeitachse',
    traccar: 'Traccar',
    owntracks: 'OwnTracks',
  } satisfies Record<TourSource, string>,
  keptUntil: (day: string) => `bis ${day}`,
  minutes: (minutes: string) => `${minutes} Min.`,
  hours: (hours: string, minutes: string) => `${hours} Std. ${minutes} Min.`,
  map: 'Karte der Tour',
  mapFailed: 'Diese Tour konnte nicht geladen werden',

  change: 'Ansehen',
  changeOf: (name: string) => `${name} auf der Karte ansehen`,
  remove: 'Löschen',
  removeTitle: (name: string) => `${name} löschen?`,
  removeText: 'Das lässt sich nicht rückgängig machen; Ihre Datei behalten Sie.',
  removed: 'Die Tour ist gelöscht.',
  removeAll: 'Alle eigenen Touren löschen',
  removeAllTitle: 'Alle eigenen Touren löschen?',
  removedAll: 'Ihre eigenen Touren sind gelöscht.',

  link: 'Eigene Touren aus Dateien',
}
