import * as z from 'zod/mini'
import { alarmKinds } from '#contract/alarms/alarms.ts'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { shownVersion } from '#contract/consents/consents.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { position } from '#contract/history/history.ts'
import { deviceId, shareId } from '#contract/base/identity.ts'
import { instant, latitude, longitude, placeName } from '#contract/base/place.ts'
import { oneLine } from '#contract/base/text.ts'
import { sharesLimits, sharesServerLimits } from './shares-limits.ts'

/**
 * What a recipient gets: the device and its health, where it was, its alarms but for calls for help, which say something of a
 * person. An alarm's place only with `POSITIONS`.
 */
export const shareScopes = ['DEVICE', 'POSITIONS', 'ALARMS'] as const
export const shareScope = z.enum(shareScopes)
export type ShareScope = z.output<typeof shareScope>

export const share = z
  .object({
    id: shareId,
    deviceId,
    deviceName: z.string(),
    /** Whom the owner gave the token to, in the owner's words. */
    recipient: z.string(),
    scopes: z.array(shareScope),
    createdAt: instant,
    endsAt: instant,
    /** When its owner ended it, or withdrew the consent to tracking; null if neither happened. */
    revokedAt: z.nullable(instant),
    lastUsedAt: z.nullable(instant),
    /** Calls of the recipient. */
    uses: z.number(),
  })
  .check(z.meta({ id: 'Share' }))
export type Share = z.output<typeof share>

const recipientMessage = 'Bitte nennen Sie den Empfänger mit höchstens 80 Zeichen, etwa „Meine Versicherung“.'
const scopesMessage = 'Bitte wählen Sie, was freigegeben wird.'

/** What the owner enters. */
export const shareEntry = z.object({
  deviceId,
  recipient: oneLine(sharesLimits.recipientLength, recipientMessage, recipientMessage).check(
    z.minLength(1, recipientMessage),
  ),
  scopes: z
    .array(z.enum(shareScopes, scopesMessage), scopesMessage)
    .check(z.minLength(1, scopesMessage), z.maxLength(shareScopes.length, scopesMessage)),
  /** Absent: 30 days from now. */
  endsAt: z.optional(instant),
  /** The version of the consent's text (`sharing`) that the owner has read and agrees to. */
  consentVersion: shownVersion,
})
export type ShareEntry = z.output<typeof shareEntry>

/** What a recipient gets in one answer. What is not in the share's scope is absent. */
export const sharedData = z
  .object({
    recipient: z.string(),
    scopes: z.array(shareScope),
    /** No call is answered any more after this. */
    endsAt: instant,
    /** As it is now. */
    device: z.optional(
      z.object({
        deviceName: z.string(),
        deviceModel: z.string(),
        imei: z.string(),
        vehicleBrand: z.nullable(z.string()),
        vehicleModel: z.nullable(z.string()),
        vehiclePlate: z.nullable(z.string()),
        lastActiveAt: z.nullable(instant),
        battery: z.nullable(z.object({ percent: z.nullable(z.number()), volts: z.nullable(z.number()), at: instant })),
        externalPower: z.nullable(z.object({ connected: z.boolean(), at: instant, since: z.nullable(instant) })),
      }),
    ),
    /** In the order in which they were stored: one that a tracker sent late comes late. */
    positions: z.optional(z.array(position)),
    /** Of the newest of these positions, by the time of its fix. */
    placeName,
    alarms: z.optional(
      z.array(
        z.object({
          kind: z.enum(alarmKinds),
          detectedAt: instant,
          /** Null without a position, in a privacy zone, where positions are not shared, and for 20 minutes: nobody is followed live. */
          place: z.nullable(z.object({ latitude, longitude, recordedAt: instant })),
          placeName,
        }),
      ),
    ),
    /** The `since` of the next call. */
    next: z.string(),
    /** There is more already: call again at once. */
    more: z.boolean(),
  })
  .check(z.meta({ id: 'SharedData' }))
export type SharedData = z.output<typeof sharedData>

export const shares = {
  list: endpoint('GET', '/api/shares', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die Freigaben des Kontos, die neueste zuerst; beendete noch 30 Tage.',
    reply: z.object({ shares: z.array(share) }),
  }),
  create: endpoint('POST', '/api/shares', {
    access: 'owner',
    owns: { device: 'deviceId' },
    stepUp: true,
    limit: { kind: 'share', per: 'caller', max: sharesLimits.madePerHour, minutes: 60 },
    summary: 'Daten eines Geräts für einen Dritten freigeben. Das Token wird nur dieses eine Mal gezeigt.',
    status: 201,
    body: shareEntry,
    reply: z.object({ share, token: z.string() }),
    problems: ['SHARE_LIMIT', 'CONSENT_TEXT_CHANGED', 'DEMO_READ_ONLY'],
  }),
  revoke: endpoint('DELETE', '/api/shares/:shareId', {
    repeat: 'again',
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine Freigabe sofort beenden.',
    params: z.object({ shareId }),
    reply: share,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  data: endpoint('GET', '/api/shared-data', {
    access: 'recipient',
    limit: {
      per: 'caller',
      perMinute: sharesServerLimits.callsPerMinute,
      atOnce: sharesServerLimits.answersAtOnce,
    },
    summary:
      'Was seit dem letzten Abruf neu ist, für den Empfänger einer Freigabe, mit ihrem Token als Bearer-Token. Ohne since: alles seit Beginn der Freigabe. Positionen kommen 20 Minuten nach ihrem Empfang, ohne die aus Privatzonen.',
    query: z.object({
      /** The `next` of the answer before. The same one may be used again, if an answer was lost. */
      since: z.optional(
        z
          .string()
          .check(
            z.maxLength(40),
            z.regex(/^\d{1,18}-\d{1,18}$/, 'Bitte geben Sie in since das next der letzten Antwort an.'),
          ),
      ),
    }),
    reply: sharedData,
    problems: ['SHARE_OVER'],
  }),
}
