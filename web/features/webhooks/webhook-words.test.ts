import { expect, test } from 'vitest'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { deliveryInWords, webhookInWords } from './webhook-words.ts'

const webhook: Webhook = {
  id: 'w',
  url: 'https://home.example.org/hook',
  events: ['alarm.raised', 'battery.low'],
  places: false,
  deviceIds: ['one', 'gone'],
  createdAt: '2026-11-01T12:00:00Z',
  failingSince: null,
  paused: null,
  formerSecretUntil: null,
}
const said = (more: Partial<Webhook>) =>
  webhookInWords({ ...webhook, ...more }, (id) => (id === 'one' ? 'XSR 700' : undefined), new Date('2026-11-29T12:00Z'))

test('a webhook says what it is told, of which vehicles, and what is wrong', () => {
  expect(said({})).toEqual({
    told: 'Alarm, Akku schwach; ohne Ort',
    devices: 'XSR 700',
    trouble: null,
    formerSecret: null,
  })
  expect(said({ failingSince: '2026-11-28T09:00:00Z' }).trouble).toContain('seit 28.11.2026, 10:00')
  expect(said({ failingSince: '2026-11-28T09:00:00Z', paused: 'GONE' }).trouble).toContain('Pausiert')
  expect(said({ formerSecretUntil: '2026-11-29T13:00:00Z' }).formerSecret).toContain('29.11.2026, 14:00')
  expect(said({ formerSecretUntil: '2026-11-29T11:00:00Z' }).formerSecret).toBeNull()
})

test.each<[Partial<WebhookDelivery>, string]>([
  [{ state: 'DELIVERED', tries: 1, status: 204 }, 'angenommen, Antwort 204, 1 Versuch'],
  [
    { state: 'WAITING', tries: 2, status: null, nextAt: '2026-11-29T12:04:00Z' },
    'wartet, keine Antwort, 2 Versuche, nächster 13:04 Uhr',
  ],
  [{ state: 'WAITING', tries: 0 }, 'wartet'],
  [{ state: 'FAILED', tries: 75, status: 500 }, 'aufgegeben, Antwort 500, 75 Versuche'],
  [{ state: 'STOPPED', tries: 3 }, 'nicht geschickt, weil pausiert'],
])('a delivery %j says what became of it', (more, fate) => {
  const delivery: WebhookDelivery = {
    type: 'test',
    at: '2026-11-29T12:00:00Z',
    state: 'WAITING',
    tries: 0,
    status: null,
    nextAt: null,
  }
  expect(deliveryInWords({ ...delivery, ...more })).toEqual({
    what: 'Testereignis',
    when: '29.11.2026, 13:00',
    fate,
  })
})
