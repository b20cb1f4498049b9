import * as z from 'zod/mini'
import { consentStates, shownVersion, trackingPurpose, trackingPurposes } from '#contract/consents/consents.ts'
import { device } from '#contract/devices/devices.ts'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { deviceId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'

export const trackingModes = ['THEFT', 'MOVEMENT', 'BOTH'] as const
export const trackingMode = z.enum(trackingModes, 'Bitte wählen Sie einen Tracking-Modus.')
export type TrackingMode = z.output<typeof trackingMode>

/** Without a name in the API document: a name would stand for what extends it, too. */
const stateOfTracking = z.object({
  trackingEnabled: z.boolean(),
  /**
   * Since when it is off because the device's licence ended, until it is enabled again; null if that is not the reason.
   */
  licenceEndedAt: z.nullable(instant),
  settings: z.object({
    trackingMode: z.nullable(trackingMode),
    consentGiven: z.boolean(),
    consentTimestamp: z.nullable(instant),
  }),
  /** What was last said about each purpose of tracking. */
  consents: z.array(
    z.object({
      purpose: trackingPurpose,
      state: z.enum(consentStates),
      /** When; null if nothing was ever said, or nobody knows when. */
      at: z.nullable(instant),
      /** Of the text; null if nothing was ever said. */
      version: z.nullable(z.number()),
    }),
  ),
  /** When tracking ends unless a new text is consented to; null while none is asked. */
  renewConsentBy: z.nullable(instant),
})
export const trackingState = stateOfTracking.check(z.meta({ id: 'TrackingState' }))
export type TrackingState = z.output<typeof trackingState>

const params = z.object({ deviceId })

export const tracking = {
  settings: endpoint('GET', '/api/tracking/settings/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyReads,
    summary: 'Ob ein Gerät aufgezeichnet wird, in welchem Modus, und die Einwilligung dazu.',
    params,
    reply: trackingState,
  }),
  enable: endpoint('POST', '/api/tracking/enable', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary: 'Die Aufzeichnung einschalten. Braucht Einwilligung, Modus und eine gültige Lizenz.',
    body: z.object({ deviceId, trackingMode: z.nullish(trackingMode) }),
    reply: trackingState,
    problems: ['CONSENT_REQUIRED', 'MODE_REQUIRED', 'LICENSE_REQUIRED', 'TRACKING_ACTIVE'],
  }),
  disable: endpoint('POST', '/api/tracking/disable', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    stepUp: true,
    summary: 'Die Aufzeichnung ausschalten.',
    body: z.object({ deviceId }),
    reply: trackingState,
  }),
  consent: endpoint('POST', '/api/tracking/consent', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary:
      'Die Einwilligung geben oder zurücknehmen, solange nicht aufgezeichnet wird; zu einem neuen Text jederzeit. Ohne `purposes`: für die Zwecke des Modus, ohne Modus für beide.',
    body: z.object({
      deviceId,
      consentGiven: z.boolean(),
      /** Each with the version of its text that was shown. */
      purposes: z.optional(
        z
          .array(z.object({ purpose: trackingPurpose, version: shownVersion }))
          .check(z.minLength(1, 'Bitte wählen Sie einen Zweck.'), z.maxLength(trackingPurposes.length)),
      ),
    }),
    reply: trackingState,
    problems: ['TRACKING_ACTIVE', 'CONSENT_TEXT_CHANGED'],
  }),
  withdraw: endpoint('POST', '/api/tracking/withdraw', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary:
      'Die Einwilligung widerrufen und die Aufzeichnung beenden, jederzeit und in einem Schritt (Art. 7 Abs. 3 DSGVO). Mit `purposes` nur für diese Zwecke: für einen anderen wird weiter aufgezeichnet.',
    body: z.object({
      deviceId,
      deletePositions: z.boolean(),
      purposes: z.optional(
        z
          .array(trackingPurpose)
          .check(z.minLength(1, 'Bitte wählen Sie einen Zweck.'), z.maxLength(trackingPurposes.length)),
      ),
    }),
    reply: z.extend(stateOfTracking, {
      /** How many stored positions were deleted with it. */
      deleted: z.number(),
    }),
  }),
  positionConsent: endpoint('POST', '/api/devices/position-consent', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary: 'Die Einwilligung für ein eigenes Gerät oder, ohne Angabe, für alle geben oder zurücknehmen.',
    body: z.object({ consent: z.boolean(), deviceId: z.optional(deviceId) }),
    reply: z.object({ devices: z.array(device) }),
    problems: ['TRACKING_ACTIVE'],
  }),
}
