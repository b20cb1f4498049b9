import type { TokenScope } from '#contract/base/token-scope.ts'

export const accessTokensTexts = {
  title: 'Zugriff für Programme',
  lead: 'Ein Programm, etwa Home Assistant oder ein eigenes Skript, liest mit einem Token Daten Ihres Kontos. Ein Token ist ein Passwort nur für dieses Programm.',
  ends: 'Sie beenden den Zugriff jederzeit. Ändern Sie Passwort oder E-Mail-Adresse, gilt kein Token mehr.',
  live: 'Anders als eine Freigabe zeigt ein Token Positionen sofort und auch die in Ihren Privatzonen. Für Versicherung oder Werkstatt nehmen Sie besser eine Freigabe.',
  toShares: 'Zu den Freigaben',
  loading: 'Ihre Programme werden geladen …',
  failed: 'Ihre Programme konnten nicht geladen werden',
  none: 'Noch kein Programm hat Zugriff auf Ihr Konto.',
  list: 'Programme mit Zugriff',
  add: 'Token anlegen',
  full: 'Mehr Programme sind nicht möglich. Beenden Sie zuerst den Zugriff von einem, das Sie nicht mehr brauchen.',

  scopes: {
    DEVICES: 'Name, IMEI, Fahrzeug, Kennzeichen, Notizen, Akku und letztes Lebenszeichen',
    POSITIONS: 'wo Ihre Fahrzeuge sind und waren, Tage, Dateien wie GPX, und was sich gerade ändert',
    ALARMS: 'welcher Alarm wann kam und was verschickt wurde; wo, nur zusammen mit Positionen',
    ANSWER_ALARMS: 'danach wird niemand weiter benachrichtigt',
  } satisfies Record<TokenScope, string>,

  form: {
    name: 'Programm',
    nameHint: 'Wie Sie es nennen, etwa „Home Assistant“.',
    scopes: 'Was es darf',
    term: 'Wie lange',
    terms: [
      { days: 7, name: '7 Tage' },
      { days: 30, name: '30 Tage' },
      { days: 90, name: '90 Tage' },
      { days: 365, name: 'ein Jahr' },
    ],
    submit: 'Token anlegen',
  },

  fresh: {
    title: (name: string) => `Tragen Sie dieses Token in „${name}“ ein.`,
    text: 'Wer das Token hat, liest Ihre Daten, bis es abläuft oder Sie den Zugriff beenden. Es wird nur jetzt angezeigt.',
    label: 'Token',
    example: 'Ein Beispiel für die Befehlszeile. TOKEN ist das Token, KENNUNG die eines Geräts:',
    howTo: 'Alle Aufrufe stehen in',
    documentation: 'der Beschreibung der Schnittstelle',
    copy: 'Token kopieren',
    copied: 'Das Token ist in der Zwischenablage.',
    notCopied: 'Das Token ist markiert. Bitte kopieren Sie es von Hand.',
    done: 'Fertig',
  },

  until: (day: string) => `gilt bis ${day}`,
  expired: (day: string) => `abgelaufen am ${day}`,
  unused: 'noch nie benutzt',
  used: (day: string) => `zuletzt benutzt am ${day}`,
  revoke: 'Beenden',
  revokeTitle: (name: string) => `Zugriff von „${name}“ beenden?`,
  revokeText: 'Das Programm bekommt sofort nichts mehr. Was es schon gelesen hat, hat es.',
  revoked: 'Das Programm hat keinen Zugriff mehr.',
} as const
