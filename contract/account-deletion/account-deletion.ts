import * as z from 'zod/mini'
import { accountLimits } from '#contract/account/account-limits.ts'
import { mailedToken } from '#contract/auth/auth.ts'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { licenceType } from '#contract/licences/licence-type.ts'
import { instant } from '#contract/base/place.ts'
import { accountDeletionLimits } from './account-deletion-limits.ts'
import { dayMinutes } from '#contract/base/time-units.ts'

/** What goes with an account and is counted, in words, the most important first. */
export const deletedKinds = [
  { key: 'devices', one: 'Gerät mit Fahrzeug und Einstellungen', many: 'Geräte mit Fahrzeugen und Einstellungen' },
  { key: 'licences', one: 'Lizenz in Ihrem Konto', many: 'Lizenzen in Ihrem Konto' },
  { key: 'positions', one: 'Position', many: 'Positionen' },
  // Days (Europe/Berlin) of which positions are stored.
  { key: 'daysOfHistory', one: 'Tag Positionsverlauf', many: 'Tage Positionsverlauf' },
  { key: 'alarms', one: 'Alarm', many: 'Alarme' },
  { key: 'dossiers', one: 'Anzeige-Mappe', many: 'Anzeige-Mappen' },
  { key: 'policeLinks', one: 'offener Link für die Polizei', many: 'offene Links für die Polizei' },
  { key: 'pictures', one: 'Bild', many: 'Bilder' },
  { key: 'ownPois', one: 'eigener POI', many: 'eigene POIs' },
  { key: 'poiReports', one: 'POI-Meldung (sie bleibt ohne Sie)', many: 'POI-Meldungen (sie bleiben ohne Sie)' },
  { key: 'shares', one: 'Freigabe', many: 'Freigaben' },
  { key: 'dataExports', one: 'Datei mit Ihren Daten', many: 'Dateien mit Ihren Daten' },
  { key: 'guardZones', one: 'Alarmzone', many: 'Alarmzonen' },
  { key: 'privacyZones', one: 'Privatzone', many: 'Privatzonen' },
  { key: 'savedRoutes', one: 'gespeicherte Strecke', many: 'gespeicherte Strecken' },
  { key: 'ownTours', one: 'eigene Tour', many: 'eigene Touren' },
  { key: 'passkeys', one: 'Passkey', many: 'Passkeys' },
  { key: 'pushBrowsers', one: 'Browser mit Push-Nachrichten', many: 'Browser mit Push-Nachrichten' },
  { key: 'sessions', one: 'Anmeldung', many: 'Anmeldungen' },
] as const
export type DeletedKind = (typeof deletedKinds)[number]['key']

/** How much of each kind goes with an account. */
export const deletionFigures = z.looseRecord(z.enum(deletedKinds.map(({ key }) => key)), z.number())
export type DeletionFigures = z.output<typeof deletionFigures>

/** A licence that has not ended: its key works in another account afterwards. */
const runningLicence = z.object({ licenseKey: z.string(), licenseType: licenceType, expiresAt: z.nullable(instant) })

/** What is lost although it is needed just now. */
const inUse = z.object({
  /** Vehicles that are, or may be, stolen, with the links for the police that are open. */
  thefts: z.array(z.object({ deviceName: z.string(), openLinks: z.number() })),
  /** Devices that have reported a position within the last minutes. */
  rides: z.array(z.string()),
})
export type DeletionInUse = z.output<typeof inUse>

const asked = z.object({ stage: z.literal('ASKED'), askedAt: instant })
const grace = z.object({ stage: z.literal('GRACE'), deletesAt: instant, bySupport: z.boolean() })

export const accountDeletionState = z
  .object({
    /** `ASKED`: an e-mail waits for its link to be opened. `GRACE`: confirmed; until `deletesAt` it can be taken back. */
    present: z.nullable(z.union([asked, grace])),
    figures: deletionFigures,
    licences: z.array(runningLicence),
    inUse,
  })
  .check(z.meta({ id: 'AccountDeletion' }))
export type AccountDeletionState = z.output<typeof accountDeletionState>

const requests = {
  kind: 'account-deletion',
  per: 'caller',
  max: accountDeletionLimits.requestsPerDay,
  minutes: dayMinutes,
} as const

const links = { per: 'network', perMinute: accountLimits.linksPerMinute } as const

/** That a theft's links for the police end, and its positions go, is accepted. */
const acceptsTheftLoss = z.boolean('Bitte bestätigen Sie, was während eines Diebstahls verloren geht.')

export const accountDeletion = {
  show: endpoint('GET', '/api/account-deletion', {
    access: 'signed-in',
    limit: manyReads,
    summary: 'Was mit dem Konto gelöscht würde, in Zahlen, und ob eine Löschung läuft.',
    reply: accountDeletionState,
  }),
  ask: endpoint('POST', '/api/account-deletion', {
    access: 'signed-in',
    limit: requests,
    stepUp: true,
    summary:
      'Die Löschung des Kontos verlangen. Sie beginnt, wenn der Link in der E-Mail bestätigt ist, und dann nach einer Frist.',
    body: z.object({ acceptsTheftLoss }),
    reply: accountDeletionState,
    problems: ['DELETION_DURING_THEFT', 'DEMO_READ_ONLY'],
  }),
  confirm: endpoint('POST', '/api/account-deletion/confirm', {
    access: 'public',
    limit: links,
    repeat: 'again',
    summary: 'Mit dem Token aus der E-Mail bestätigen: Ab jetzt läuft die Frist. Wiederholt ändert sich nichts.',
    body: z.object({ token: mailedToken, acceptsTheftLoss }),
    reply: z.object({ deletesAt: instant }),
    problems: ['TOKEN_NOT_FOUND', 'EXPIRED', 'DELETION_OVER', 'DELETION_DURING_THEFT'],
  }),
  keep: endpoint('DELETE', '/api/account-deletion', {
    access: 'signed-in',
    limit: manyChanges,
    repeat: 'again',
    summary: 'Das Konto doch behalten: Die Löschung ist abgesagt. Läuft keine, ändert sich nichts.',
    reply: nothing,
    problems: ['DEMO_READ_ONLY'],
  }),
  keepByLink: endpoint('POST', '/api/account-deletion/keep', {
    access: 'public',
    limit: links,
    repeat: 'again',
    summary: 'Das Konto doch behalten, mit dem Token aus der E-Mail und ohne Anmeldung.',
    body: z.object({ token: mailedToken }),
    reply: nothing,
    problems: ['TOKEN_NOT_FOUND', 'DELETION_OVER'],
  }),
}
