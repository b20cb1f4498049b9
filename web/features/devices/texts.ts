import type { UsageType } from '#contract/devices.ts'
import type { LicenceStatus } from '#contract/licences.ts'
import { limits } from '#contract/limits.ts'
import { demoLabel } from '#domain/demo.ts'
import { counted, formatDay } from '#web/kit/formats.ts'

export const usageNames: Record<UsageType, string> = { AUTO: 'Auto', MOTORRAD: 'Motorrad' }

export const pageTexts = {
  title: 'Geräte und Lizenzen',
  demo: demoLabel,
} as const

export const overviewTexts = {
  label: 'Übersicht',
  devices: 'Geräte',
  of: (most: number) => `von ${most}`,
  online: 'online',
  licensed: 'mit Lizenz',
  withPosition: 'mit Position',
} as const

export const listTexts = {
  title: 'Ihre Geräte',
  loading: 'Ihre Geräte werden geladen …',
  /** Literally of the specification, section 8. */
  unavailable: 'Geräteverwaltung temporär nicht verfügbar',
  emptyTitle: 'Noch kein Gerät in Ihrem Konto',
  empty:
    'Fügen Sie Ihr gekauftes Gerät mit seiner IMEI hinzu. Sie finden die 15 Ziffern auf dem Aufkleber des Geräts und auf der Verpackung.',
  add: 'Gerät hinzufügen',
  full: (most: number) =>
    `Alle ${most} Geräteplätze sind belegt. Entfernen Sie ein Gerät, um ein anderes hinzuzufügen.`,
} as const

export const cardTexts = {
  licence: (type: string) => `Lizenz ${type}`,
  until: (expiresAt: string) => `gültig bis ${formatDay(expiresAt)}`,
  unlicensed: 'Keine gültige Lizenz',
  unlicensedAdvice:
    'Ohne Lizenz werden keine Positionen aufgezeichnet. Weisen Sie unten eine Lizenz zu, und aktivieren Sie dann das Tracking.',
  model: 'Modell',
  imei: 'IMEI',
  notes: 'Notizen',
  noVehicle: 'Noch kein Fahrzeug eingetragen',
  plate: 'Kennzeichen',
  position: 'Position',
  offered: (email: string, expiresAt: string) =>
    `Angeboten an ${email}, bis ${formatDay(expiresAt)}. Bis jemand es annimmt, gehört das Gerät weiter Ihnen.`,
  hasPosition: 'vorhanden',
  hasNoPosition: 'noch keine',
  edit: 'Bearbeiten',
  handOver: 'Übergeben',
  remove: 'Entfernen',
  ofDevice: (action: string, name: string) => `${action}: ${name}`,
} as const

export const signTexts = {
  now: 'gerade eben',
  online: (ago: string) => `Online · ${ago}`,
  resting: (ago: string) => `Offline · zuletzt ${ago}`,
  silent: (days: number) => `Meldet sich seit ${days} ${days === 1 ? 'Tag' : 'Tagen'} nicht`,
  never: 'Hat sich noch nie gemeldet',
  silentOf: (name: string, days: number) => `„${name}“ meldet sich seit ${days} ${days === 1 ? 'Tag' : 'Tagen'} nicht.`,
  neverOf: (name: string) => `„${name}“ hat sich noch nie gemeldet.`,
  silentAdvice: 'Prüfen Sie Stromversorgung und Mobilfunkempfang des Geräts.',
  neverAdvice: 'Schließen Sie das Gerät an. Es meldet sich von selbst, sobald es Strom und Empfang hat.',
} as const

export const supplyTexts = {
  level: (told: string) => `Akku ${told}`,
  lastLevel: (told: string) => `Akku zuletzt ${told}`,
  toldAt: (time: string) => `gemeldet am ${time}`,
  low: 'Akku fast leer – bitte laden',
  left: (told: string) => `Noch ${told}`,
  powered: 'Stromversorgung angeschlossen',
  onBattery: 'Läuft auf Akku',
  cut: (since: string) => `Stromversorgung getrennt seit ${since}`,
  cutAdvice: 'Waren Sie es nicht selbst? Sehen Sie nach dem Fahrzeug.',
} as const

export const renameTexts = {
  start: (name: string) => `Namen ändern: ${name}`,
  label: 'Gerätename',
  keys: 'Eingabetaste speichert, Escape verwirft die Änderung.',
  saved: (name: string) => `Name gespeichert: ${name}`,
  failed: 'Der Gerätename konnte nicht gespeichert werden.',
  editFirst: (mistake: string) => `${mistake}. Bitte ändern Sie das zuerst über „Bearbeiten“.`,
} as const

export const addTexts = {
  title: 'Gerät hinzufügen',
  imei: 'IMEI',
  imeiPlace: '15 Ziffern, auf dem Aufkleber des Geräts und auf der Verpackung.',
  imeiProgress: (digits: number, most: number) => `${digits} von ${most} Ziffern`,
  checkDigit:
    'Die letzte Ziffer passt nicht zu den anderen. Bitte vergleichen Sie die Nummer noch einmal; hinzufügen können Sie das Gerät trotzdem.',
  name: 'Gerätename',
  nameOptional: 'Freiwillig, zum Beispiel „Reiseenduro“.',
  submit: 'Gerät hinzufügen',
  done: 'Gerät hinzugefügt',
  doneDetail: (name: string, model: string) => `„${name}“ (${model}) steht jetzt in Ihrer Liste.`,
  doneLicence: (type: string, expiresAt: string) => `Es nutzt die Lizenz ${type} bis ${formatDay(expiresAt)}.`,
} as const

/** What can go wrong with an IMEI in the add-device dialogue; literally of the specification, sections 5 and 8. */
export const imeiTexts = {
  missing: 'Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein',
  digitsOnly: 'IMEI darf nur Ziffern enthalten',
  format: 'Ungültiges IMEI-Format',
  refused: 'Ungültige IMEI-Nummer oder Gerätedaten.',
  tooMany: 'Zu viele Versuche. Bitte warten Sie eine Stunde und versuchen Sie es erneut.',
  userNotFound: 'Ihr Konto wurde nicht gefunden. Bitte melden Sie sich ab und wieder an.',
  again: (wait: string) => `Wieder möglich in ${wait}.`,
} as const

export const editTexts = {
  title: 'Gerät bearbeiten',
  name: 'Gerätename',
  usage: 'Nutzung',
  vehicle: 'Fahrzeug',
  vehicleHint: 'Zuerst die Marke, dann das Modell, zum Beispiel „BMW R 1250 GS“.',
  plate: 'Kennzeichen',
  notes: 'Notizen',
  notesCount: (used: number, most: number) => `${used} von ${most} Zeichen`,
  submit: 'Speichern',
  saved: (name: string) => `„${name}“ wurde gespeichert.`,
  /** Literally of the specification, section 8. */
  forbidden: 'Keine Berechtigung, dieses Gerät zu bearbeiten.',
  failed: 'Das Gerät konnte nicht gespeichert werden. Bitte versuchen Sie es erneut.',
} as const

export const removeTexts = {
  title: (name: string) => `„${name}“ entfernen?`,
  lead: 'Mit dem Gerät werden endgültig gelöscht:',
  erased: [
    'alle gespeicherten Positionen',
    'Tracking-Einstellungen und Einwilligung',
    'Warneinstellungen, Name, Fahrzeug und Notizen',
    'Alarm-Protokoll und Anzeige-Mappe mit ihren Links',
  ],
  licenceFreed: (type: string, expiresAt: string) =>
    `Die Lizenz ${type} bleibt in Ihrem Konto und kann bis ${formatDay(expiresAt)} ein anderes Gerät freischalten.`,
  imeiFreed: 'Die IMEI wird frei und kann neu registriert werden, auch von einem anderen Konto.',
  action: 'Gerät entfernen',
  done: (name: string) => `„${name}“ wurde entfernt.`,
  failed: 'Das Gerät konnte nicht entfernt werden.',
} as const

export const handOverTexts = {
  title: (name: string) => `„${name}“ übergeben`,
  lead: `Wir schicken an diese Adresse ein Angebot, das ${limits.devices.offerDays} Tage gilt. Sobald es angenommen wird, gehört das Gerät zum Konto dieser Adresse. Ihre Positionen und Einstellungen werden dabei gelöscht; der neue Besitzer sieht sie nie. Bis dahin bleibt alles, wie es ist. Ein neues Angebot ersetzt das vorige.`,
  email: 'E-Mail-Adresse des neuen Besitzers',
  action: 'Angebot senden',
  done: (name: string) =>
    `Das Angebot für „${name}“ ist unterwegs. Sie erhalten eine E-Mail, sobald es angenommen ist.`,
  withdraw: 'Angebot zurücknehmen',
  withdrawn: (name: string) => `Das Angebot für „${name}“ gilt nicht mehr.`,
  notWithdrawn: 'Das Angebot konnte nicht zurückgenommen werden.',
} as const

export const licenceStatusNames: Record<LicenceStatus | 'unused', string> = {
  active: 'Gültig',
  expiring: 'Läuft bald ab',
  expired: 'Abgelaufen',
  unused: 'Noch nicht eingelöst',
}

export const licenceTexts = {
  title: 'Ihre Lizenzen',
  loading: 'Ihre Lizenzen werden geladen …',
  /** Literally of the specification, section 8. */
  failed: 'Lizenzen konnten nicht geladen werden',
  emptyTitle: 'Noch keine Lizenz in Ihrem Konto',
  empty:
    'Mit Ihrem ersten Gerät erhalten Sie automatisch eine kostenlose START-Lizenz. Einen gekauften Lizenzschlüssel lösen Sie hier ein.',
  activate: 'Lizenzschlüssel einlösen',
  until: (expiresAt: string, days: number) => `bis ${formatDay(expiresAt)} · noch ${counted(days, 'Tag', 'Tage')}`,
  since: (expiresAt: string) => `abgelaufen am ${formatDay(expiresAt)}`,
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
  nextExpiry: (expiresAt: string) => `Als Nächstes endet eine Lizenz am ${formatDay(expiresAt)}.`,
} as const

/** The overview of all licences, each part only where there is one. */
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

/** What giving, moving and taking licences does, said before it is done. */
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
