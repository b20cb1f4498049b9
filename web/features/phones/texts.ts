import { phonesLimits } from '#contract/phones/phones-limits.ts'
import type { PhoneCountry } from '#contract/phones/phone-number.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'

const { codeDigits } = phonesLimits

/** The texts of phones for alarms: of an account, and of an emergency contact. */
export const phonesTexts = {
  title: 'Telefon für Alarme',
  loading: 'Telefon wird geladen …',
  failed: 'Das Telefon für Alarme ließ sich nicht laden',
  ownerLead:
    'Ist vielleicht ein Diebstahl im Gange, bekommen Sie sofort auch eine SMS oder einen Anruf, einmal je Diebstahl. Das geht ohne Internet und weckt Sie.',
  contactLead:
    'Lesen Sie nachts keine E-Mails? Dann bekommen Sie mit der E-Mail auch eine SMS oder einen Anruf. Das ist freiwillig.',
  ownerPrivacy:
    'Die Nummer sehen nur Sie, und sie wird gelöscht, sobald Sie das möchten. Der Dienst, der SMS und Anrufe ausführt, erfährt sie.',
  contactPrivacy:
    'Wer Sie eingeladen hat, sieht die Nummer nicht. Sie wird gelöscht, sobald Sie das möchten. Der Dienst, der SMS und Anrufe ausführt, erfährt sie.',

  add: 'Telefon angeben',
  change: 'Ändern',
  remove: 'Löschen',
  removeTitle: 'Telefonnummer löschen?',
  removeText: 'Wir löschen die Nummer. Alarme kommen weiter per E-Mail.',
  removed: 'Die Telefonnummer ist gelöscht',
  confirmed: 'Ihr Telefon ist bestätigt',
  present: {
    SMS: (ending: string) => `SMS an die Nummer, die auf ${ending} endet`,
    VOICE: (ending: string) => `Anruf unter der Nummer, die auf ${ending} endet`,
  } satisfies Record<PhoneChannel, (ending: string) => string>,
  notAllowed:
    'An diese Nummer schicken wir nichts mehr: Ihr Land oder ihre Art ist nicht erlaubt. Bitte geben Sie eine andere an.',
  since: (day: string) => `Bestätigt ${day}`,

  channel: 'Wie erreichen wir Sie?',
  channels: {
    SMS: { name: 'SMS', detail: 'mit Link zum Antworten' },
    VOICE: { name: 'Anruf', detail: 'sagt, was geschah' },
  } satisfies Record<PhoneChannel, { name: string; detail: string }>,
  country: 'Land',
  countries: {
    DE: 'Deutschland (+49)',
    AT: 'Österreich (+43)',
    CH: 'Schweiz (+41)',
  } satisfies Record<PhoneCountry, string>,
  number: 'Telefonnummer',
  numberHint: 'Mit Vorwahl; aus anderen Ländern mit + am Anfang.',
  send: 'Code anfordern',

  asked: {
    SMS: (ending: string) => `Wir haben einen Code per SMS an die Nummer geschickt, die auf ${ending} endet.`,
    VOICE: (ending: string) => `Wir rufen jetzt die Nummer an, die auf ${ending} endet, und sagen Ihnen einen Code.`,
  } satisfies Record<PhoneChannel, (ending: string) => string>,
  code: 'Code',
  codeHint: (until: string) => `${codeDigits} Ziffern, gültig bis ${until}. Damit erlauben Sie Alarme an diese Nummer.`,
  confirm: 'Bestätigen',
  again: 'Andere Nummer oder neuer Code',
} as const
