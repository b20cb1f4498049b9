import * as z from 'zod/mini'
import { manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { deviceId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'

/**
 * Who did it: somebody signed in to the account, the operator by a command, a person with a link, or the product
 * itself.
 */
export const activityActors = ['owner', 'support', 'recipient', 'product'] as const
export type ActivityActor = (typeof activityActors)[number]

/** What can happen in an account. Each has its German sentence in `domain/activity/sentences.ts`. */
export const activityKinds = [
  // Sign-in. The detail is the browser.
  'signed-in',
  'signed-in-new-browser',
  'signed-out',
  'session-ended',
  'other-sessions-ended',
  // Credentials
  'password-changed',
  'password-reset',
  'email-change-asked',
  'email-changed',
  'account-secured',
  // Passkeys. The detail is the name.
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  // Tokens of programs. The detail is the name.
  'access-token-made',
  'access-token-revoked',
  // Webhooks. The detail is the host.
  'webhook-made',
  'webhook-changed',
  'webhook-secret-renewed',
  'webhook-removed',
  // An MQTT broker. The detail is the host.
  'mqtt-broker-saved',
  'mqtt-broker-removed',
  // The second factor
  'second-factor-on',
  'second-factor-off',
  'recovery-code-used',
  'recovery-codes-renewed',
  // Links for the police
  'dossier-link-made',
  'dossier-link-opened',
  'dossier-link-revoked',
  /** All links end with it. */
  'dossier-consent-withdrawn',
  // Reports of POIs: all are deleted with it
  'reports-consent-withdrawn',
  // Devices
  'device-added',
  'device-removed',
  'device-offered',
  'device-offer-withdrawn',
  'device-handed-over',
  'device-received',
  'licence-assigned',
  'licence-released',
  // Settings
  'settings-changed',
  'device-settings-changed',
  'alarms-paused',
  'own-ride-said',
  'alarms-resumed',
  /** By a program. The detail is its name; what owners answer themselves is in the list of alarms. */
  'alarm-answered',
  /** By push or phone; the detail is about what, and which. */
  'alarm-message-declined',
  // Tracking
  'tracking-enabled',
  'tracking-disabled',
  'tracking-withdrawn',
  /** A changed text was not consented to in time. */
  'tracking-consent-ended',
  /** It had no licence any more. */
  'tracking-ended',
  // History. The detail is the format.
  'history-exported',
  'history-deleted',
  // Guard zones: never their name or place
  'guard-zone-made',
  'guard-zone-changed',
  'guard-zone-removed',
  // Privacy zones: never their name or place
  'privacy-zone-made',
  'privacy-zone-changed',
  'privacy-zone-removed',
  // Own places: never their name or place
  'own-place-made',
  'own-place-changed',
  'own-place-removed',
  // Deletion of the account
  'deletion-asked',
  'deletion-confirmed',
  'deletion-ended',
  // One's own data
  'data-export-asked',
  'data-export-made',
  'data-export-downloaded',
  'data-export-deleted',
  // Shares. The detail is the recipient, in the owner's words.
  'share-made',
  'share-revoked',
  'share-used',
  // Emergency contacts: never their address
  'emergency-contact-invited',
  'emergency-contact-accepted',
  'emergency-contact-left',
  'emergency-contact-removed',
  'emergency-contacts-changed',
  // People of a vehicle. The detail is the person, in the owner's words: never their address
  'person-invited',
  'person-accepted',
  'person-left',
  'person-removed',
  /** At most once in `lookMinutes` of one person. */
  'person-looked',
  'person-rode',
  'person-answered',
  // Phones: never their number
  'phone-confirmed',
  'phone-removed',
  // Support
  'account-disabled',
  'account-enabled',
  'account-unverified',
  'verification-sent',
  /** The detail is until when. */
  'licence-extended',
  /** The detail is the reason. */
  'licence-revoked',
  'data-exported',
] as const
export type ActivityKind = (typeof activityKinds)[number]

export const activityEntry = z
  .object({
    /** The place in the list: a later entry has a greater one. */
    id: z.string(),
    at: instant,
    actor: z.enum(activityActors),
    /** One of `activityKinds`, or one of a newer version: the rest of the list is shown nevertheless. */
    kind: z.string(),
    deviceId: z.nullable(deviceId),
    /** As it was called then. */
    deviceName: z.nullable(z.string()),
    /** A word or two for people, by kind: a browser, a format. Never a position, a secret, or somebody else's address. */
    detail: z.nullable(z.string()),
  })
  .check(z.meta({ id: 'ActivityEntry' }))
export type ActivityEntry = z.output<typeof activityEntry>

export const activity = {
  list: endpoint('GET', '/api/activity', {
    access: 'signed-in',
    limit: manyReads,
    summary: 'Was im eigenen Konto geschah, Neuestes zuerst, seitenweise, so weit zurück, wie es aufbewahrt wird.',
    query: z.object({
      /** The `next` of the page before. */
      before: z.optional(z.string().check(z.maxLength(18), z.regex(/^\d+$/, 'Bitte laden Sie die Liste neu.'))),
    }),
    reply: z.object({
      entries: z.array(activityEntry),
      /** What continues the list; null at its end. */
      next: z.nullable(z.string()),
    }),
  }),
}
