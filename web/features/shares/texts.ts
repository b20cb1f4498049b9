import type { ShareScope } from '#contract/shares/shares.ts'

export const sharesTexts = {
  title: 'Freigaben',
  lead: 'Mit einer Freigabe holt sich ein Dritter, etwa Ihre Versicherung oder Werkstatt, laufend Daten eines Ihrer Geräte. Sie wählen, wer was bekommt und wie lange, und beenden es jederzeit.',
  delayed: 'Positionen kommen 20 Minuten später an und lassen Ihre Privatzonen aus.',
  law: 'Sie beginnen mit der Freigabe. Das Recht dazu gibt Ihnen die Datenverordnung der EU (Verordnung (EU) 2023/2854, Art. 4 und 5).',
  demo: 'Im Demokonto lässt sich nichts freigeben. Mit einem eigenen Konto geht es hier.',
  loading: 'Ihre Freigaben werden geladen …',
  failed: 'Ihre Freigaben konnten nicht geladen werden',
  devicesFailed: 'Ihre Geräte konnten nicht geladen werden',
  none: 'Sie haben nichts freigegeben.',
  list: 'Ihre Freigaben',
  add: 'Daten freigeben',
  noDevice: 'Sobald ein Gerät zu Ihrem Konto gehört, können Sie seine Daten freigeben.',

  scopes: {
    DEVICE: { name: 'Gerät und Zustand', detail: 'Name, IMEI, Fahrzeug, Kennzeichen, Akku und letztes Lebenszeichen' },
    POSITIONS: { name: 'Positionen', detail: 'wo das Fahrzeug war, mit Zeit und Tempo' },
    ALARMS: { name: 'Alarme', detail: 'wann welcher Alarm kam; wo, nur zusammen mit Positionen' },
  } satisfies Record<ShareScope, { name: string; detail: string }>,

  form: {
    device: 'Gerät',
    recipient: 'Empfänger',
    recipientHint: 'Wie Sie ihn nennen, etwa „Meine Versicherung“.',
    scopes: 'Was er bekommt',
    scopesMissing: 'Bitte wählen Sie, was freigegeben wird.',
    term: 'Wie lange',
    terms: [
      { days: 7, name: '7 Tage' },
      { days: 30, name: '30 Tage' },
      { days: 90, name: '90 Tage' },
      { days: 365, name: 'ein Jahr' },
    ],
    consentMissing: 'Bitte willigen Sie ein. Ohne Ihre Einwilligung wird nichts freigegeben.',
    submit: 'Freigeben',
  },

  fresh: {
    title: (recipient: string) => `Geben Sie „${recipient}“ dieses Token.`,
    text: 'Das Token ist der Schlüssel zu dieser Freigabe: Wer es hat, bekommt die Daten, bis sie endet. Es wird nur jetzt angezeigt.',
    label: 'Token',
    address: 'Adresse für den Abruf',
    howTo: 'Wie der Abruf geht, steht in',
    documentation: 'der Beschreibung der Schnittstelle',
    copy: 'Token kopieren',
    copied: 'Das Token ist in der Zwischenablage.',
    notCopied: 'Das Token ist markiert. Bitte kopieren Sie es von Hand.',
    done: 'Fertig',
  },

  until: (end: string) => `gilt bis ${end}`,
  over: (end: string) => `war gültig bis ${end}`,
  revokedAt: (time: string) => `beendet am ${time}`,
  unused: 'noch nie abgerufen',
  used: (times: string, last: string) => `${times}, zuletzt ${last}`,
  once: '1-mal abgerufen',
  often: (count: string) => `${count}-mal abgerufen`,
  revoke: 'Beenden',
  revokeTitle: (recipient: string) => `Freigabe für „${recipient}“ beenden?`,
  revokeText: 'Der Empfänger bekommt sofort nichts mehr. Was er schon abgerufen hat, hat er.',
  revoked: 'Die Freigabe ist beendet.',
}
