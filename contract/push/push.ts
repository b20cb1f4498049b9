import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { pushSubscriptionId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { pushLimits } from './push-limits.ts'

/** A browser that gets notifications of alarms as long as its session lasts. */
export const pushSubscription = z
  .object({
    id: pushSubscriptionId,
    /** The browser's name for itself. */
    client: z.string(),
    createdAt: instant,
    /** The session that asks. */
    current: z.boolean(),
    /** The last characters of its address: they show whether it is this browser's subscription. */
    ending: z.string(),
  })
  .check(z.meta({ id: 'PushSubscription' }))
export type PushSubscription = z.output<typeof pushSubscription>

/** The result of the browser's `PushSubscription.toJSON()`; the keys in base64url. */
export const pushAddress = z.object({
  endpoint: z.string('Bitte nennen Sie die Adresse des Push-Dienstes.').check(z.minLength(1), z.maxLength(1000)),
  keys: z.object({
    p256dh: z.string().check(z.minLength(1), z.maxLength(120)),
    auth: z.string().check(z.minLength(1), z.maxLength(40)),
  }),
})
export type PushAddress = z.output<typeof pushAddress>

/** How many characters of an address `ending` contains. */
export const endingLength = 8

export const push = {
  list: endpoint('GET', '/api/push/subscriptions', {
    access: 'verified',
    limit: manyReads,
    summary:
      'Welche Browser des Kontos Alarme als Push-Nachricht erhalten, und der Schlüssel zum Anmelden eines neuen.',
    reply: z.object({ publicKey: z.string(), subscriptions: z.array(pushSubscription) }),
  }),
  subscribe: endpoint('POST', '/api/push/subscriptions', {
    access: 'verified',
    limit: { kind: 'push-subscription', per: 'caller', max: pushLimits.subscriptionsPerHour, minutes: 60 },
    summary: 'Den Browser dieser Sitzung für Push-Nachrichten anmelden.',
    body: pushAddress,
    status: 201,
    reply: pushSubscription,
    problems: ['PUSH_ADDRESS_REFUSED', 'PUSH_LIMIT_REACHED', 'DEMO_READ_ONLY'],
  }),
  unsubscribe: endpoint('DELETE', '/api/push/subscriptions/:id', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Einen Browser des Kontos von Push-Nachrichten abmelden.',
    params: z.object({ id: pushSubscriptionId }),
    reply: nothing,
    problems: ['NOT_FOUND'],
  }),
}
