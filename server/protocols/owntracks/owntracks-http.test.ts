import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { httpLimits } from '#contract/limits/http-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { type Listener, listenHttp } from '#server/protocols/listen.ts'
import { owntracks } from './owntracks.ts'
import type { Delivery } from '#domain/reception/outcome.ts'
import type { Report } from '#server/protocols/protocol.ts'
import { patience } from '#server/testing/patience.ts'

let listener: Listener
let reports: Report[]
let outcome: (report: Report) => Delivery | Promise<Delivery>
let isInDoubt: boolean

beforeEach(async () => {
  reports = []
  isInDoubt = false
  outcome = () => 'STORED'
  listener = await listenHttp({
    protocol: owntracks,
    host: '127.0.0.1',
    port: 0,
    clock: clockAt('2026-11-21T08:00:00Z'),
    log: pino({ level: 'silent' }),
    outcomes: testOutcomes(),
    isKnown: async () => false,
    deliver: async (report, _receivedAt, requestPosition) => {
      reports.push(report)
      if (isInDoubt) requestPosition?.()
      return outcome(report)
    },
  })
})
afterEach(() => listener.close())

const message = { _type: 'location', tid: '01', lat: 49.0069, lon: 8.4037, tst: 1763712000 }
const json = { 'content-type': 'application/json' }
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${listener.port}/pub`, { method: 'POST', body, headers: { ...json, ...headers } })

test('a message is answered with an empty JSON array, once it is committed', async () => {
  const committed = Promise.withResolvers<Delivery>()
  outcome = () => committed.promise
  const answer = post(JSON.stringify(message), { 'x-limit-u': 'anna', 'x-limit-d': '350000000000001' })
  await expectNoAnswerYet(answer, 1)
  committed.resolve('STORED')
  const response = await answer
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await response.json()).toEqual([])
  expect(reports).toMatchObject([{ identity: 'anna/350000000000001', otherNames: ['350000000000001', '01'] }])
})

test('a message that leaves it in doubt whether the vehicle is stolen is answered with a request, once a minute', async () => {
  isInDoubt = true
  const answers: unknown[] = []
  for (let times = 0; times < 2; times += 1) answers.push(await (await post(JSON.stringify(message))).json())
  expect(answers).toEqual([[{ _type: 'cmd', action: 'reportLocation' }], []])
})

test('what an app answers to that is a fix that was requested', async () => {
  await post(JSON.stringify({ ...message, t: 'r' }))
  await post(JSON.stringify({ ...message, t: 'p' }))
  expect(reports.map(({ isRequested }) => isRequested)).toEqual([true, undefined])
})

test('several messages at once are answered when all are committed', async () => {
  const committed = Promise.withResolvers<Delivery>()
  outcome = ({ identity }) => (identity === '02' ? committed.promise : 'STORED')
  const answer = post(JSON.stringify([message, { ...message, tid: '02' }]))
  await expectNoAnswerYet(answer, 2)
  committed.resolve('STORED')
  expect((await answer).status).toBe(200)
  expect(reports.map(({ identity }) => identity)).toEqual(['01', '02'])
})

/** Not after this many reports were delivered, and in the time of a whole other call. */
async function expectNoAnswerYet(answer: Promise<Response>, handedOver: number): Promise<void> {
  let answered = false
  void answer.finally(() => (answered = true))
  await vi.waitFor(() => expect(reports).toHaveLength(handedOver), patience)
  expect((await post('')).status).toBe(200)
  expect(answered).toBe(false)
}

describe('the queue of the app continues after', () => {
  test.each([
    ['nothing at all', ''],
    ['what is no JSON', '{"_type":'],
    ['a last will', '{"_type":"lwt","tst":1763712000}'],
    ['a picture that is too large', JSON.stringify({ ...message, image: 'x'.repeat(httpLimits.bodyBytes) })],
  ])('%s', async (_name, body) => {
    const response = await post(body)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual([])
    expect(reports).toEqual([])
  })

  test('a picture of the usual size, with its place', async () => {
    expect((await post(JSON.stringify({ ...message, image: 'x'.repeat(500_000) }))).status).toBe(200)
    expect(reports).toHaveLength(1)
  })
})

test.each(['GET', 'PUT', 'OPTIONS'])('a request by %s is no message: nothing is stored', async (method) => {
  const url = `http://127.0.0.1:${listener.port}/pub?u=anna&d=350000000000001`
  const response = await fetch(url, { method, ...(method === 'PUT' && { body: JSON.stringify(message) }) })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  expect(reports).toEqual([])
})

describe('the queue of the app waits', () => {
  test('while the database fails', async () => {
    outcome = () => {
      throw new Error('no database')
    }
    expect((await post(JSON.stringify(message))).status).toBe(503)
  })

  test('while one of several cannot be stored', async () => {
    outcome = ({ identity }) => {
      if (identity === '02') throw new Error('no database')
      return 'STORED'
    }
    expect((await post(JSON.stringify([message, { ...message, tid: '02' }]))).status).toBe(503)
  })

  test.each([
    ['UNKNOWN_TRACKER', 404],
    ['WRONG_SECRET', 403],
  ] as const)('for a set-up that can be corrected: %s, also among others', async (delivery, status) => {
    outcome = ({ identity }) => (identity === '02' ? delivery : 'STORED')
    expect((await post(JSON.stringify({ ...message, tid: '02' }))).status).toBe(status)
    expect((await post(JSON.stringify([message, { ...message, tid: '02' }]))).status).toBe(status)
  })
})

test('a backlog in one request is accepted from a tracker that is not known yet, and counts once', async () => {
  const many = Array.from({ length: trackingLimits.backlogFixes }, (_, index) => ({ ...message, tst: 1 + index }))
  for (let request = 0; request < 3; request += 1) expect((await post(JSON.stringify(many))).status).toBe(200)
  expect(reports).toHaveLength(3 * trackingLimits.backlogFixes)
})

test('strangers in one request count each', async () => {
  outcome = () => 'UNKNOWN_TRACKER'
  const { unknownBurstPerAddress } = gatewayServerLimits
  const strangers = Array.from({ length: unknownBurstPerAddress }, (_, index) => ({ ...message, tid: `s${index}` }))
  expect((await post(JSON.stringify(strangers))).status).toBe(404)
  expect((await post(JSON.stringify(message))).status).toBe(429)
  expect(reports).toHaveLength(unknownBurstPerAddress)
})

test('somebody who guesses at a secret has to wait like a stranger', async () => {
  outcome = ({ secret }) => (secret === 'right' ? 'STORED' : 'WRONG_SECRET')
  const statusWith = async (secret: string) => (await post(JSON.stringify(message), { 'x-device-key': secret })).status
  for (let guess = 0; guess < gatewayServerLimits.unknownBurstPerAddress; guess += 1) {
    expect(await statusWith(`guess${guess}`)).toBe(403)
  }
  expect(await statusWith('one-too-many')).toBe(429)
})
