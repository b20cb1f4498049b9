import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { httpLimits } from '#contract/limits/http-limits.ts'
import { acknowledgementsOf, deliverMessages, readMessage } from './broker-messages.ts'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'

test.each([
  [[1], '40020001'],
  [[0x1234], '40021234'],
  [[65_535, 2], '4002ffff40020002'],
  [[], ''],
])('messages %j are acknowledged by %s', (ids, bytes) => {
  expect(acknowledgementsOf(ids).toString('hex')).toBe(bytes)
})

describe('of a message', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  const said = JSON.stringify({ _type: 'location', lat: 49.0069, lon: 8.4037, tst: 1763712000 })
  const packet = { cmd: 'publish', topic: 'owntracks/anna/1', payload: said, retain: false, dup: false } as const
  const longest = said.padEnd(httpLimits.bodyBytes)

  test.each([
    ['its number is kept for the acknowledgement', { qos: 1, messageId: 7 }, { packetId: 7 }],
    ['nothing is to be acknowledged at QoS 0', { qos: 0 }, { packetId: null }],
    ['the report is read', { qos: 1 }, { report: { fix: { latitude: 49.0069 }, isReplay: false } }],
    [
      'it is seen that it was kept by the broker',
      { qos: 1, retain: true },
      { isRetained: true, report: { isReplay: true } },
    ],
    ['the longest is read', { qos: 1, payload: longest }, { report: { fix: { latitude: 49.0069 } } }],
    ['a longer one is no report', { qos: 1, payload: `${longest} ` }, { report: null }],
    ['noise is no report', { qos: 1, payload: Buffer.from([0xff, 0]) }, { report: null }],
  ] as const)('%s', (_what, fields, expected) => {
    expect(readMessage({ ...packet, ...fields }, now)).toMatchObject({
      topic: 'owntracks/anna/1',
      receivedAt: now,
      ...expected,
    })
  })

  test('that could not be stored is tried again as of then: our clock may have been wrong before', async () => {
    const message = readMessage({ ...packet, qos: 1, messageId: 7 }, now)
    let [clockNow, isRight] = [now, false]
    const times: Date[] = []
    const deliver = () =>
      deliverMessages([message], {
        gateway: 'owntracks',
        clock: { now: () => clockNow },
        log: pino({ level: 'silent' }),
        outcomes: testOutcomes(),
        async deliver(_report, receivedAt) {
          times.push(receivedAt)
          if (!isRight) throw new Error('the clock is doubted')
          return 'STORED'
        },
      })
    expect((await deliver()).failed).toEqual([message])
    ;[clockNow, isRight] = [new Date('2026-11-21T09:00:00Z'), true]
    expect((await deliver()).done).toEqual([message])
    expect(times).toEqual([now, clockNow])
  })
})
