import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import type { ZoneSharpness } from '#contract/guard-zones/guard-zones.ts'

export const guardZonesTexts = {
  title: 'Hier wacht der Alarm anders',
  lead: 'Zu Hause nachts schärfer, bei der Arbeit ruhiger: Alarmzonen gelten für alle Ihre Fahrzeuge, die dort stehen.',
  demo: 'Das Demokonto hat keine Alarmzonen. Mit einem eigenen Konto legen Sie hier welche an.',
  loading: 'Ihre Alarmzonen werden geladen …',
  failed: 'Ihre Alarmzonen konnten nicht geladen werden',
  list: 'Ihre Alarmzonen',
  full: `Mehr als ${guardZonesLimits.most} Alarmzonen sind nicht möglich. Löschen Sie zuerst eine.`,
  add: 'Andere Zone anlegen',
  change: 'Ändern',
  changeOf: (name: string) => `Alarmzone „${name}“ ändern`,
  remove: 'Löschen',
  removeTitle: (name: string) => `Alarmzone „${name}“ löschen?`,
  removeText: 'Der Alarm wacht dort danach wie überall.',
  removed: 'Die Alarmzone ist gelöscht.',
  saved: (name: string) => `Die Alarmzone „${name}“ ist gespeichert.`,

  /** Made in one tap, where the vehicle stands. */
  presets: {
    home: { button: 'Hier ist Zuhause: nachts schärfer', name: 'Zuhause' },
    work: { button: 'Hier ist Arbeit: tagsüber ruhiger', name: 'Arbeit' },
  },
  nowhere: 'Von diesem Gerät ist keine Position gespeichert. Wählen Sie den Ort selbst: „Andere Zone anlegen“.',

  sharpnesses: {
    SHARPER: {
      label: 'Schärfer',
      detail:
        'Alarm, sobald Ihr Gerät spürt, dass das Fahrzeug berührt oder bewegt wird. Das kann auch der Wind sein. Ein Gerät ohne Bewegungssensor wacht wie überall.',
    },
    QUIETER: {
      label: 'Ruhiger',
      detail: 'Kein Alarm bei Erschütterung, und bei Bewegung erst, wenn sie sicher ist.',
    },
  } satisfies Record<ZoneSharpness, { label: string; detail: string }>,

  always: 'immer',
  daily: 'täglich',
  weekdays: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
  weekdayNames: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
  around: (metres: string) => `${metres} im Umkreis`,

  form: {
    sharpness: 'Der Alarm wacht hier',
    when: 'Wann',
    whens: { always: 'Immer', times: 'Zu bestimmten Zeiten' },
    weekdays: 'An diesen Tagen',
    from: 'Von',
    to: 'Bis',
    overnight: 'Endet am nächsten Tag. Alle Zeiten: deutsche Zeit.',
  },
}
