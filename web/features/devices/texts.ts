import { devicesLimits } from '#contract/devices/devices-limits.ts'
import type { DeviceDetails, UsageType } from '#contract/devices/devices.ts'
import { formatDay } from '#web/texts/formats.ts'

export const usageNames: Record<UsageType, string> = { AUTO: 'Auto', MOTORRAD: 'Motorrad' }

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
  /** Word for word from the specification, section 8. */
  unavailable: 'Geräteverwaltung temporär nicht verfügbar',
  emptyTitle: 'Noch kein Gerät in Ihrem Konto',
  empty:
    'Fügen Sie Ihr gekauftes Gerät mit seiner IMEI hinzu. Sie finden die 15 Ziffern auf dem Aufkleber des Geräts und auf der Verpackung.',
  add: 'Gerät hinzufügen',
  full: (most: number) =>
    `Alle ${most} Geräteplätze sind belegt. Entfernen Sie ein Gerät, um ein anderes hinzuzufügen.`,
} as const

export const orderTexts = {
  open: 'Reihenfolge ändern',
  title: 'Reihenfolge ändern',
  lead: 'So stehen Ihre Fahrzeuge überall. Was gestohlen ist, sich bewegt oder Hilfe ruft, steht davor.',
  list: 'Ihre Fahrzeuge',
  up: (name: string) => `Nach oben: ${name}`,
  down: (name: string) => `Nach unten: ${name}`,
  movedTo: (name: string, place: number, of: number) => `${name}: Platz ${place} von ${of}`,
  action: 'Speichern',
  saved: 'Die Reihenfolge ist gespeichert.',
} as const

export const cardTexts = {
  licence: (type: string) => `Lizenz ${type}`,
  until: (expiresAt: string) => `bis ${formatDay(expiresAt)}`,
  unlicensed: 'Keine gültige Lizenz',
  unlicensedAdvice: 'Ohne Lizenz werden keine Positionen aufgezeichnet.',
  model: 'Modell',
  imei: 'IMEI',
  notes: 'Notizen',
  heard: (time: string) => `Zuletzt ${time}`,
  toMap: 'Karte',
  toMapOf: (name: string) => `Karte: ${name}`,
  details: 'Details',
  position: 'Position',
  offered: (email: string, expiresAt: string) =>
    `Angeboten an ${email}, bis ${formatDay(expiresAt)}. Bis jemand es annimmt, gehört das Gerät weiter Ihnen.`,
  setUp: 'Jetzt einrichten',
  hasPosition: 'vorhanden',
  hasNoPosition: 'noch keine',
  edit: 'Bearbeiten',
  handOver: 'Übergeben',
  people: 'Personen',
  peopleReason: 'Wer das Fahrzeug außer Ihnen fährt oder seine Alarme sieht.',
  messages: 'Nachrichten wählen',
  messagesReason: 'Welche Nachrichten zum Fahrzeug per E-Mail oder Push kommen.',
  sticker: 'Aufkleber drucken',
  stickerReason: 'Wer das Fahrzeug fährt, muss wissen, dass es geortet wird.',
  remove: 'Entfernen',
  missed: 'Übergeben und Entfernen gehen wieder, wenn das Fahrzeug da ist.',
  toCase: 'Zum Fall',
  ofDevice: (action: string, name: string) => `${action}: ${name}`,
} as const

export const supplyTexts = {
  level: (level: string) => `Akku ${level}`,
  lastLevel: (level: string) => `Akku zuletzt ${level}`,
  reportedAt: (time: string) => `gemeldet am ${time}`,
  low: 'Akku fast leer: laden',
  left: (level: string) => `Noch ${level}`,
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

/** What can go wrong with an IMEI in the add-device dialogue; word for word from the specification, sections 5 and 8. */
export const imeiTexts = {
  missing: 'Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein',
  digitsOnly: 'IMEI darf nur Ziffern enthalten',
  format: 'Ungültiges IMEI-Format',
  refused: 'Ungültige IMEI-Nummer oder Gerätedaten.',
  tooMany: 'Zu viele Versuche. Bitte warten Sie eine Stunde und versuchen Sie es erneut.',
  userNotFound: 'Ihr Konto wurde nicht gefunden. Bitte melden Sie sich ab und wieder an.',
  again: (wait: string) => `Wieder möglich in ${wait}.`,
} as const

/** What the fields are called, by their names in a change; both parts of the vehicle are one field. */
export const deviceLabels = {
  deviceName: 'Gerätename',
  usageType: 'Nutzung',
  vehicleBrand: 'Fahrzeug',
  vehicleModel: 'Fahrzeug',
  vehiclePlate: 'Kennzeichen',
  season: 'Saison',
  inspectionDue: 'Nächste HU',
  notes: 'Notizen',
} as const satisfies Record<keyof DeviceDetails, string>

export const editTexts = {
  title: 'Gerät bearbeiten',
  hints: {
    vehicle: 'Zuerst die Marke, dann das Modell, zum Beispiel „BMW R 1250 GS“.',
    season: 'Nur mit Saisonkennzeichen: die Monate darauf, zum Beispiel „04–10“.',
    inspectionDue: 'Monat und Jahr von der Plakette, zum Beispiel „05/2027“. Wir erinnern Sie.',
  },
  seasonWrong: 'Bitte geben Sie die zwei Monate vom Kennzeichen an, etwa 04–10',
  inspectionWrong: 'Bitte geben Sie Monat und Jahr an, etwa 05/2027',
  notesCount: (used: number, most: number) => `${used} von ${most} Zeichen`,
  submit: 'Speichern',
  saved: (name: string) => `„${name}“ wurde gespeichert.`,
  /** Word for word from the specification, section 8. */
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
  lead: `Wir schicken an diese Adresse ein Angebot, das ${devicesLimits.offerDays} Tage gilt. Sobald es angenommen wird, gehört das Gerät zum Konto dieser Adresse. Ihre Positionen und Einstellungen werden dabei gelöscht; der neue Besitzer sieht sie nie. Bis dahin bleibt alles, wie es ist. Ein neues Angebot ersetzt das vorige.`,
  email: 'E-Mail-Adresse des neuen Besitzers',
  action: 'Angebot senden',
  done: (name: string) =>
    `Das Angebot für „${name}“ ist unterwegs. Sie erhalten eine E-Mail, sobald es angenommen ist.`,
  withdraw: 'Angebot zurücknehmen',
  withdrawn: (name: string) => `Das Angebot für „${name}“ gilt nicht mehr.`,
  notWithdrawn: 'Das Angebot konnte nicht zurückgenommen werden.',
} as const
