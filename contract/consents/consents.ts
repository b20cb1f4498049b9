import * as z from 'zod/mini'
import { manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { deviceId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { consentsLimits } from './consents-limits.ts'

/** What people consent to, each by itself (GDPR, article 6 (1) (a); EDPB guidelines 01/2020, 158 to 167). */
export const consentPurposes = [
  'theft-alarm',
  'movement-profile',
  'police-folder',
  'sharing',
  'reports',
  'own-tours',
] as const
export const consentPurpose = z.enum(consentPurposes, 'Bitte wählen Sie einen Zweck.')
export type ConsentPurpose = z.output<typeof consentPurpose>

/**
 * Who gave or withdrew it. `support`: the operator's staff, at the owner's request. `product`: nobody, such as when a new
 * text was not answered.
 */
export const consentActors = ['owner', 'support', 'product'] as const
export type ConsentActor = (typeof consentActors)[number]

/** The state of a purpose by its last entry: none, consent to today's text, consent to a former text, or withdrawn. */
export const consentStates = ['never', 'given', 'asked-anew', 'withdrawn'] as const
export type ConsentState = (typeof consentStates)[number]

/** The purposes that a device is tracked for. */
export const trackingPurposes = ['theft-alarm', 'movement-profile'] as const satisfies readonly ConsentPurpose[]
export const trackingPurpose = z.enum(trackingPurposes, 'Bitte wählen Sie einen Zweck.')
export type TrackingPurpose = z.output<typeof trackingPurpose>

/** The version of the text that was shown. The server refuses another than today's. */
export const shownVersion = z.int('Bitte geben Sie die Version des Textes an.').check(z.gte(1), z.lte(1_000))

/** The account's own where there is no device. */
const about = {
  deviceId: z.nullable(deviceId),
  /** As it was called when the last word was said. */
  deviceName: z.nullable(z.string()),
  purpose: consentPurpose,
  version: z.number(),
}

export const presentConsent = z.object({
  ...about,
  /** Whether the account still has the device; true where it is about the account. */
  isPresent: z.boolean(),
  state: z.enum(consentStates),
  /** When the last word was said. */
  at: instant,
})
export type PresentConsent = z.output<typeof presentConsent>

export const consentEntry = z.object({
  /** Its place in the ledger: a later entry has a greater one. */
  id: z.string(),
  ...about,
  given: z.boolean(),
  actor: z.enum(consentActors),
  at: instant,
})
export type ConsentEntry = z.output<typeof consentEntry>

const consentText = z.object({
  purpose: consentPurpose,
  version: z.number(),
  text: z.string(),
})

export const consents = {
  list: endpoint('GET', '/api/consents', {
    access: 'signed-in',
    limit: manyReads,
    summary:
      'Wozu eingewilligt ist, je Gerät und Zweck, und der Verlauf dazu, Neuestes zuerst, seitenweise, mit allen Texten.',
    query: z.object({
      /** The `next` of the page before. */
      before: z.optional(z.string().check(z.maxLength(18), z.regex(/^\d+$/, 'Bitte laden Sie die Liste neu.'))),
    }),
    reply: z.object({
      present: z.array(presentConsent),
      entries: z.array(consentEntry),
      /** What continues the history; null at its end. */
      next: z.nullable(z.string()),
      /** Every version of every text. */
      texts: z.array(consentText),
    }),
  }),
  proof: endpoint('GET', '/api/consents/proof', {
    access: 'signed-in',
    limit: { kind: 'consents-proof', per: 'caller', max: consentsLimits.proofsPerHour, minutes: 60 },
    summary: 'Der Nachweis aller Einwilligungen als JSON: jede Erklärung mit Text, Version und Prüfsumme.',
    form: 'file',
    mediaType: 'application/json',
    reply: z.string(),
  }),
}
