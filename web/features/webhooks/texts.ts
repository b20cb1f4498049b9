import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import type { DeliveryState, PauseReason, WebhookEvent } from '#contract/webhooks/webhooks.ts'

export const webhooksTexts = {
  title: 'Webhooks',
  lead: 'Ein Webhook ist eine Adresse im Internet, an die wir Ereignisse Ihrer Fahrzeuge schicken, sobald sie geschehen. So reagiert ein Programm, ohne nachzufragen.',
  ends: 'Nach einem neuen Passwort oder einer neuen E-Mail-Adresse pausieren alle, bis Sie sie fortsetzen.',
  loading: 'Ihre Webhooks werden geladen …',
  failed: 'Ihre Webhooks konnten nicht geladen werden',
  none: 'Noch kein Programm erfährt von Ereignissen.',
  list: 'Ihre Webhooks',
  add: 'Webhook anlegen',
  full: 'Mehr Webhooks sind nicht möglich. Löschen Sie zuerst einen, den Sie nicht mehr brauchen.',

  events: {
    'alarm.raised': 'Bewegung, Hilferuf und andere, auch ein Test',
    'alarm.answered': 'von Ihnen oder jemandem, der das Fahrzeug fährt',
    'battery.low': 'der Tracker meldet sich bald nicht mehr',
    'device.silent': 'kein Lebenszeichen des Trackers, der wacht',
  } satisfies Record<WebhookEvent, string>,

  form: {
    url: 'Adresse',
    urlHint: 'Beginnt mit https:// und ist im Internet erreichbar.',
    events: 'Worüber',
    devices: 'Welche Fahrzeuge',
    places: 'Auch den Ort nennen',
    placesHint: 'Sofort und auch in Ihren Privatzonen.',
    submit: 'Webhook anlegen',
    save: 'Webhook ändern',
  },

  fresh: {
    title: (host: string) => `Tragen Sie dieses Geheimnis bei ${host} ein.`,
    text: 'Mit ihm prüft das Programm, dass ein Ereignis von uns kommt. Es wird nur jetzt angezeigt.',
    label: 'Geheimnis',
    howTo: 'Signiert wird nach Standard Webhooks.',
    copy: 'Geheimnis kopieren',
    copied: 'Das Geheimnis ist in der Zwischenablage.',
    notCopied: 'Das Geheimnis ist markiert. Bitte kopieren Sie es von Hand.',
    done: 'Fertig',
  },

  withPlace: 'mit Ort',
  withoutPlace: 'ohne Ort',
  devices: (names: readonly string[]) => (names.length === 0 ? 'kein Fahrzeug mehr' : names.join(', ')),
  failing: (since: string) => `Nimmt seit ${since} nichts an. Nach ${webhooksLimits.failingDays} Tagen pausiert er.`,
  formerSecret: (until: string) => `Bis ${until} gilt auch das bisherige Geheimnis.`,
  paused: {
    FAILING: `Pausiert: ${webhooksLimits.failingDays} Tage lang wurde nichts angenommen.`,
    GONE: 'Pausiert: Die Adresse sagt, dass es sie nicht mehr gibt.',
    CREDENTIALS: 'Pausiert: Passwort oder E-Mail-Adresse wurden geändert. Setzen Sie nur fort, was von Ihnen ist.',
  } satisfies Record<PauseReason, string>,

  change: 'Ändern',
  changeOf: (host: string) => `Webhook an ${host} ändern`,
  changed: 'Der Webhook ist geändert. Sein Geheimnis ist dasselbe.',
  test: 'Testereignis senden',
  tested: 'Das Testereignis ist unterwegs. Was daraus wurde, steht unter „Zustellungen“.',
  resume: 'Fortsetzen',
  resumed: 'Der Webhook bekommt wieder Ereignisse.',
  renew: 'Neues Geheimnis',
  renewTitle: (host: string) => `Neues Geheimnis für ${host}?`,
  renewText: `Das bisherige gilt noch ${webhooksLimits.formerSecretHours} Stunden. Tragen Sie das neue bis dahin im Programm ein.`,
  remove: 'Löschen',
  removeTitle: (host: string) => `Webhook an ${host} löschen?`,
  removeText: 'Das Programm bekommt sofort nichts mehr. Was noch wartet, geht nicht mehr hinaus.',
  removed: 'Der Webhook ist gelöscht.',

  log: {
    show: 'Zustellungen',
    hide: 'Zustellungen ausblenden',
    of: (host: string) => `Zustellungen an ${host}`,
    loading: 'Die Zustellungen werden geladen …',
    failed: 'Die Zustellungen konnten nicht geladen werden',
    none: 'In den letzten 14 Tagen gab es nichts zuzustellen.',
    test: 'Testereignis',
    states: {
      WAITING: 'wartet',
      DELIVERED: 'angenommen',
      FAILED: 'aufgegeben',
      STOPPED: 'nicht geschickt, weil pausiert',
    } satisfies Record<DeliveryState, string>,
    status: (status: number) => `Antwort ${status}`,
    noAnswer: 'keine Antwort',
    tries: (tries: number) => (tries === 1 ? '1 Versuch' : `${tries} Versuche`),
    next: (time: string) => `nächster ${time}`,
  },
} as const
