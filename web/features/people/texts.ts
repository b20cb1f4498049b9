import type { PersonRole } from '#contract/people/vehicle-role.ts'
import type { PersonState } from '#contract/people/people.ts'

/** The texts about who else sees a vehicle: of its owner, and of who is invited. */
export const peopleTexts = {
  page: 'Personen und Fahrzeuge anderer',
  roles: {
    DRIVER: {
      name: 'Fahren',
      detail:
        'Bekommt Alarme, sieht, wo das Fahrzeug gerade ist, auch in Ihren Privatzonen, sagt „Ich fahre“ und beantwortet Alarme. Sieht keinen Verlauf.',
    },
    WATCHER: {
      name: 'Alarme sehen',
      detail:
        'Bekommt die Alarme des Fahrzeugs per E-Mail und Push, wenn sie nichts abwählt, und sieht, ob sie beantwortet sind. Sieht nie, wo es ist.',
    },
  } satisfies Record<PersonRole, { name: string; detail: string }>,

  others: {
    title: 'Fahrzeuge anderer',
    loading: 'Fahrzeuge werden geladen …',
    failed: 'Die Fahrzeuge ließen sich nicht laden',
    none: 'Niemand hat Sie zu einem Fahrzeug eingeladen. Eine Einladung kommt per E-Mail.',
    of: (owner: string) => `von ${owner}`,
    until: (time: string) => `bis ${time}`,
    states: {
      off: 'Der Alarm ist aus.',
      armed: 'Der Alarm ist scharf.',
      paused: 'Der Alarm pausiert.',
      missed: 'Als gestohlen oder verdächtig gemeldet.',
    },
    awaited: 'Ein Alarm ist noch nicht beantwortet.',
    show: 'Ansehen',
    noPlace: 'Keine Position gespeichert.',
    seen: (time: string) => `Zuletzt gesehen ${time}`,
    placeNoted: 'Dass Sie den Ort ansehen, steht in der Liste des Besitzers.',
    showPlace: 'Wo ist es?',
    ride: 'Ich fahre',
    rides: 'Der Alarm pausiert bis zur Ankunft.',
    alarms: (vehicle: string) => `Alarme von ${vehicle}`,
    noAlarms: 'In den letzten 14 Tagen gab es keinen Alarm.',
    answered: 'Beantwortet',
    open: 'Noch nicht beantwortet',
    answer: 'Ich kümmere mich',
    messages: 'Nachrichten wählen',
    leave: 'Verlassen',
    leaveTitle: (vehicle: string) => `${vehicle} verlassen?`,
    leaveText: 'Sie sehen das Fahrzeug und seine Alarme sofort nicht mehr.',
  },

  own: {
    title: (vehicle: string) => `Personen von ${vehicle}`,
    lead: 'Welche Nachrichten sie bekommen, wählen die Personen selbst; kommt gar keine, steht es hier. Bearbeiten, Lizenzen, Einwilligungen, Verlauf und eine Diebstahlmeldung bleiben Ihnen.',
    demo: 'Mit einem eigenen Konto laden Sie hier Menschen ein, denen Sie vertrauen.',
    loading: 'Personen werden geladen …',
    failed: 'Die Personen ließen sich nicht laden',
    none: 'Außer Ihnen sieht niemand dieses Fahrzeug.',
    list: 'Personen',
    states: {
      INVITED: (day: string) => `eingeladen ${day}, noch keine Zusage`,
      EXPIRED: (day: string) => `eingeladen ${day}, nicht rechtzeitig zugesagt`,
      ACCEPTED: (day: string) => `zugesagt ${day}`,
      ENDED: (day: string) => `beendet ${day}`,
    } satisfies Record<PersonState, (day: string) => string>,
    untold: {
      THEFT: 'Bekommt bei Diebstahl keine Nachricht.',
      HELP: 'Bekommt bei einem Hilferuf keine Nachricht.',
      both: 'Bekommt bei Diebstahl und Hilferuf keine Nachricht.',
    },
    remove: 'Entfernen',
    removeTitle: (name: string) => `${name} entfernen?`,
    removeText:
      'Diese Person sieht das Fahrzeug sofort nicht mehr. Hat sie „Ich fahre“ gesagt, pausiert der Alarm weiter: Beenden Sie die Pause beim Fahrzeug.',
    add: 'Jemanden einladen',
  },

  form: {
    name: 'Name',
    nameHint: 'So steht die Person in Ihren Listen.',
    email: 'E-Mail-Adresse',
    emailHint: 'Dorthin geht die Einladung. Sie gilt 7 Tage, nur mit einem Konto dieser Adresse.',
    role: 'Die Person darf',
    term: 'Wie lange',
    terms: [
      { days: 0, name: 'unbefristet' },
      { days: 1, name: 'einen Tag' },
      { days: 7, name: 'eine Woche' },
      { days: 30, name: '30 Tage' },
    ],
    submit: 'Einladen',
    invited: (name: string) => `Eingeladen: ${name}`,
  },

  invitation: {
    page: 'Einladung annehmen',
    lead: 'Jemand lädt Sie zu einem Fahrzeug ein. Was Sie sehen und tun dürfen, steht in der E-Mail. Die Alarme des Fahrzeugs bekommen Sie per E-Mail und als Push-Nachricht, bis Sie es anders wählen. Wer eingeladen hat, sieht, dass Sie zusagen, und wann Sie ansehen, wo das Fahrzeug ist.',
    accept: 'Ich sage zu',
    accepted: (vehicle: string, owner: string) => `Sie sind dabei: ${vehicle} von ${owner}.`,
    toVehicles: 'Zu den Fahrzeugen anderer',
  },
} as const
