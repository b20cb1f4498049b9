import * as z from 'zod/mini'
import { accountLimits } from '#contract/account-limits.ts'
import { mailedToken } from '#contract/auth.ts'
import { manyChanges, manyReads } from '#contract/call-limit.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { licenceType } from '#contract/licence-type.ts'
import { instant } from '#contract/place.ts'
import { accountDeletionLimits } from './account-deletion-limits.ts'
import { dayMinutes } from './time-units.ts'

/** How much of each kind goes with an account. */
export const deletionFigures = z.object({
  devices: z.number(),
  licences: z.number(),
  positions: z.number(),
  /** Days (Europe/Berlin) of which positions are stored. */
  daysOfHistory: z.number(),
  alarms: z.number(),
  dossiers: z.number(),
  policeLinks: z.number(),
  pictures: z.number(),
  ownPois: z.number(),
  poiReports: z.number(),
  shares: z.number(),
  dataExports: z.number(),
  guardZones: z.number(),
  privacyZones: z.number(),
  savedRoutes: z.number(),
  passkeys: z.number(),
  pushBrowsers: z.number(),
  sessions: z.number(),
})
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
