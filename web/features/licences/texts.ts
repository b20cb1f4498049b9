import type { LicenceStatus } from '#contract/licences/licences.ts'
import { formatDay } from '#web/texts/formats.ts'

export const licenceStatusNames: Record<LicenceStatus | 'unused', string> = {
  active: 'Gültig',
  expiring: 'Läuft bald ab',
  expired: 'Abgelaufen',
  unused: 'Noch nicht eingelöst',
}

export const licenceTexts = {
  title: 'Ihre Lizenzen',
  loading: 'Ihre Lizenzen werden geladen …',
  /** Word for word from the specification, section 8. */
  failed: 'Lizenzen konnten nicht geladen werden',
  emptyTitle: 'Noch keine Lizenz in Ihrem Konto',
  empty:
    'Mit Ihrem ersten Gerät erhalten Sie automatisch eine kostenlose START-Lizenz. Einen gekauften Lizenzschlüssel lösen Sie hier ein.',
  activate: 'Lizenzschlüssel einlösen',
  unusedYet: 'Die Laufzeit beginnt mit dem Einlösen.',
  /** What ends on that day. */
  ends: (names: string) => `An diesem Tag endet die Positionsaufzeichnung von ${names}.`,
  ended: (names: string) => `Von ${names} werden keine Positionen mehr aufgezeichnet.`,
  endsUnused: 'Zurzeit nutzt sie kein Gerät.',
  key: 'Schlüssel',
  seats: (used: number, all: number) => `${used} von ${all} ${all === 1 ? 'Geräteplatz' : 'Geräteplätzen'} belegt`,
  renew: 'Verlängern',
  renewOutside: (type: string) => `Lizenz ${type} im Shop verlängern (öffnet einen neuen Tab)`,
  silentBefore: (silences: readonly string[]) =>
    `${silences.join(' ')} Prüfen Sie ${silences.length === 1 ? 'das Gerät' : 'die Geräte'}, bevor Sie verlängern.`,
  assign: 'Zuweisen',
  transfer: 'Übertragen',
  release: 'Freigeben',
  ofLicence: (action: string, type: string, key: string) => `${action}: Lizenz ${type}, ${key}`,
  nextExpiry: (expiresAt: string) => `Nächstes Ende: ${formatDay(expiresAt)}.`,
} as const

/** The overview of all licences, each part only if there is one. */
export const licenceCountTexts = {
  active: (count: number) => `${count} gültig`,
  expiring: (count: number) => `${count} ${count === 1 ? 'läuft' : 'laufen'} bald ab`,
  expired: (count: number) => `${count} abgelaufen`,
  unused: (count: number) => `${count} noch nicht eingelöst`,
} as const

export const activateTexts = {
  title: 'Lizenzschlüssel einlösen',
  key: 'Lizenzschlüssel',
  keyHint: 'Er steht in der Bestätigung Ihres Kaufs. Groß- und Kleinschreibung spielt keine Rolle.',
  device: 'Für welches Gerät?',
  noDevice: 'Noch keinem Gerät zuweisen',
  submit: 'Einlösen',
  done: (type: string, expiresAt: string) => `Lizenz ${type} eingelöst, gültig bis ${formatDay(expiresAt)}.`,
  doneUndated: (type: string) => `Lizenz ${type} eingelöst.`,
} as const

export const assignTexts = {
  title: (type: string) => `Lizenz ${type} zuweisen`,
  device: 'Für welches Gerät?',
  submit: 'Zuweisen',
  done: (type: string, name: string) => `„${name}“ nutzt jetzt die Lizenz ${type}.`,
} as const

export const transferTexts = {
  title: (type: string) => `Lizenz ${type} übertragen`,
  from: 'Von welchem Gerät?',
  to: 'Auf welches Gerät?',
  submit: 'Übertragen',
} as const

export const releaseTexts = {
  title: (type: string) => `Lizenz ${type} freigeben?`,
  action: 'Lizenz freigeben',
  done: (type: string) => `Die Lizenz ${type} ist frei.`,
} as const

/** What assigning, moving and taking back licences does, shown beforehand. */
export const effectTexts = {
  title: 'Das ändert sich',
  gains: (name: string, type: string, expiresAt: string | null) =>
    expiresAt === null
      ? `„${name}“ nutzt die Lizenz ${type}.`
      : `„${name}“ nutzt die Lizenz ${type} bis ${formatDay(expiresAt)}.`,
  gainsKey: (name: string) => `„${name}“ nutzt die neue Lizenz ab sofort.`,
  laysDown: (type: string, expiresAt: string) =>
    `Seine bisherige Lizenz ${type} (bis ${formatDay(expiresAt)}) wird frei.`,
  loses: (name: string) =>
    `„${name}“ hat danach keine Lizenz: Es werden keine Positionen mehr aufgezeichnet. Mit einer neuen Lizenz aktivieren Sie das Tracking selbst wieder.`,
  keepsRunning: 'Die Laufzeit der Lizenz läuft weiter. Sie bleibt in Ihrem Konto.',
  startsNow: 'Die Laufzeit beginnt mit dem Einlösen.',
} as const

export const choiceTexts = {
  choose: 'Bitte wählen Sie ein Gerät.',
  unlicensed: 'ohne Lizenz',
  licensed: (type: string, expiresAt: string) => `Lizenz ${type} bis ${formatDay(expiresAt)}`,
} as const

const list = new Intl.ListFormat('de-DE', { type: 'conjunction' })

/** `„Roller“`, `„Roller“ und „Roadster“` */
export function namesOf(devices: readonly { deviceName: string }[]): string {
  return list.format(devices.map(({ deviceName }) => `„${deviceName}“`))
}

/** On the card of a device without a licence. */
export const missingTexts = {
  assign: 'Freie Lizenz zuweisen',
  buy: 'Lizenz kaufen',
  buyOutside: 'Lizenz kaufen (öffnet einen neuen Tab)',
  redeem: 'Schlüssel einlösen',
  ofDevice: (action: string, name: string) => `${action}: ${name}`,
} as const
