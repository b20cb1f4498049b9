import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { deviceId, webhookId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { text } from '#contract/base/text.ts'
import { webhooksLimits as limits } from './webhooks-limits.ts'

/**
 * What a program may get. `alarm.raised`: any alarm but those about battery and silence, which are `battery.low` and
 * `device.silent`. `alarm.answered`: its owner, or somebody who drives the vehicle, has seen an alarm.
 */
export const webhookEvents = ['alarm.raised', 'alarm.answered', 'battery.low', 'device.silent'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What a delivery is about: an event, or that its owner tries the webhook. */
export const deliveryTypes = [...webhookEvents, 'test'] as const
export type DeliveryType = (typeof deliveryTypes)[number]

/**
 * Why nothing is delivered. `FAILING`: for days nothing was taken. `GONE`: it answered 410. `CREDENTIALS`: password or address of
 * the account have changed, and somebody else may have made it.
 */
export const pauseReasons = ['FAILING', 'GONE', 'CREDENTIALS'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const webhook = z
  .object({
    id: webhookId,
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    /** Whether events say where. */
    places: z.boolean(),
    deviceIds: z.array(deviceId),
    createdAt: instant,
    /** Since when nothing was taken; null: the last delivery was, or there was none. */
    failingSince: z.nullable(instant),
    /** Null: events are delivered. */
    paused: z.nullable(z.enum(pauseReasons)),
    /** Until then deliveries are signed with the former secret, too. */
    formerSecretUntil: z.nullable(instant),
  })
  .check(z.meta({ id: 'Webhook' }))
export type Webhook = z.output<typeof webhook>

/** `WAITING`: it is tried, or tried again at `nextAt`. `STOPPED`: it was paused before. */
export const deliveryStates = ['WAITING', 'DELIVERED', 'FAILED', 'STOPPED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const webhookDelivery = z
  .object({
    type: z.enum(deliveryTypes),
    at: instant,
    state: z.enum(deliveryStates),
    tries: z.number(),
    /** HTTP status of the last try; null: nothing answered in time. */
    status: z.nullable(z.number()),
    nextAt: z.nullable(instant),
  })
  .check(z.meta({ id: 'WebhookDelivery' }))
export type WebhookDelivery = z.output<typeof webhookDelivery>

const urlMessage = 'Bitte geben Sie die ganze Adresse an, etwa https://haus.example.org/api/webhook/abc.'
const urlTooLong = `Eine Adresse darf höchstens ${limits.urlLength} Zeichen haben.`
const eventsMessage = 'Bitte wählen Sie, worüber das Programm etwas erfährt.'
const devicesMessage = 'Bitte wählen Sie mindestens ein Fahrzeug.'

/** What its owner enters. */
export const webhookEntry = z.object({
  url: text(limits.urlLength, urlTooLong, urlMessage).check(z.regex(/^https?:\/\/[!-~]+$/, urlMessage)),
  events: z
    .array(z.enum(webhookEvents, eventsMessage), eventsMessage)
    .check(z.minLength(1, eventsMessage), z.maxLength(webhookEvents.length, eventsMessage)),
  places: z.boolean('Bitte wählen Sie, ob Ereignisse einen Ort nennen.'),
  deviceIds: z
    .array(deviceId, devicesMessage)
    .check(
      z.minLength(1, devicesMessage),
      z.maxLength(limits.longestDevices, `Bitte wählen Sie höchstens ${limits.longestDevices} Fahrzeuge.`),
    ),
})
export type WebhookEntry = z.output<typeof webhookEntry>

const params = z.object({ id: webhookId })

export const webhooks = {
  list: endpoint('GET', '/api/webhooks', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die Webhooks des Kontos, der neueste zuerst.',
    reply: z.object({ webhooks: z.array(webhook) }),
  }),
  make: endpoint('POST', '/api/webhooks', {
    access: 'verified',
    stepUp: true,
    limit: { kind: 'webhook', per: 'caller', max: limits.madePerHour, minutes: 60 },
    summary:
      'Einen Webhook anlegen: Ereignisse gehen als signierter POST nach Standard Webhooks an diese Adresse. Das Geheimnis wird nur dieses eine Mal gezeigt.',
    status: 201,
    body: webhookEntry,
    reply: z.object({ webhook, secret: z.string() }),
    problems: ['FORBIDDEN', 'WEBHOOK_LIMIT', 'WEBHOOK_ADDRESS', 'ADDRESS_PRIVATE', 'ADDRESS_UNKNOWN', 'DEMO_READ_ONLY'],
  }),
  change: endpoint('PUT', '/api/webhooks/:id', {
    access: 'verified',
    stepUp: true,
    limit: { kind: 'webhook', per: 'caller', max: limits.madePerHour, minutes: 60 },
    summary:
      'Adresse, Ereignisse und Fahrzeuge eines Webhooks ändern. Das Geheimnis bleibt. Was noch auf eine andere Adresse wartet, geht nicht an die neue.',
    params,
    body: webhookEntry,
    reply: webhook,
    problems: ['NOT_FOUND', 'FORBIDDEN', 'WEBHOOK_ADDRESS', 'ADDRESS_PRIVATE', 'ADDRESS_UNKNOWN', 'DEMO_READ_ONLY'],
  }),
  deliveries: endpoint('GET', '/api/webhooks/:id/deliveries', {
    access: 'verified',
    limit: manyReads,
    summary: 'Was ein Webhook in den letzten 14 Tagen bekam oder bekommen soll, das Neueste zuerst.',
    params,
    reply: z.object({ deliveries: z.array(webhookDelivery) }),
    problems: ['NOT_FOUND'],
  }),
  test: endpoint('POST', '/api/webhooks/:id/test', {
    access: 'verified',
    limit: { kind: 'webhook-test', per: 'caller', max: limits.testsPerHour, minutes: 60 },
    summary: 'Einem Webhook ein Testereignis schicken.',
    params,
    reply: nothing,
    problems: ['NOT_FOUND', 'WEBHOOK_PAUSED', 'DEMO_READ_ONLY'],
  }),
  resume: endpoint('POST', '/api/webhooks/:id/resume', {
    repeat: 'again',
    access: 'verified',
    limit: manyChanges,
    summary: 'Einen pausierten Webhook fortsetzen. Was bis dahin geschah, bekommt er nicht.',
    params,
    reply: webhook,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  renewSecret: endpoint('POST', '/api/webhooks/:id/secret', {
    access: 'verified',
    stepUp: true,
    limit: { kind: 'webhook', per: 'caller', max: limits.madePerHour, minutes: 60 },
    summary: 'Einem Webhook ein neues Geheimnis geben. 24 Stunden lang wird auch mit dem bisherigen signiert.',
    params,
    reply: z.object({ webhook, secret: z.string() }),
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/webhooks/:id', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Einen Webhook löschen. Er bekommt sofort nichts mehr.',
    params,
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
}
