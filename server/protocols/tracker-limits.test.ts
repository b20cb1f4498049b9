import { describe, expect, test } from 'vitest'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { signOfLife } from './protocol.ts'
import { createSeats, createTrackerLimits, createWaitingRoom, type Seat, type WaitingPlace } from './tracker-limits.ts'

const { fixBurstPerTracker, fixesPerTrackerPerSecond, unknownBurstPerAddress } = gatewayServerLimits
const { questionsPerStranger } = gatewayServerLimits
const start = Date.parse('2026-11-21T08:00:00Z')
const after = (seconds: number) => new Date(start + seconds * secondMs)

const nobodyKnown = async () => false
const reportOf = signOfLife

describe('a known tracker', () => {
  test('whose packet is too large now may send it when there is room for all of it', async () => {
    const trackerLimits = createTrackerLimits(nobodyKnown)
    trackerLimits.note('known', '192.0.2.1', true)
    expect(await trackerLimits.wait(reportOf('known'), '192.0.2.1', after(0), fixBurstPerTracker)).toBe(0)
    const records = 255
    const waits = [0, 3, 6, 9, 12].map((at) => trackerLimits.wait(reportOf('known'), '192.0.2.1', after(at), records))
    expect(await Promise.all(waits)).toEqual([13, 10, 7, 4, 1])
    const later = after(records / fixesPerTrackerPerSecond)
    expect(await trackerLimits.wait(reportOf('known'), '192.0.2.1', later, records)).toBe(0)
  })

  test.each(['thousands of others report from its address', 'many strangers do'])(
    'is looked up right after a restart also if %s',
    async (others) => {
      const areKnown = others.startsWith('thousands')
      const trackerLimits = createTrackerLimits(async ({ identity }) => areKnown || identity === 'known')
      const crowd = Array.from({ length: 5_000 }, (_, index) => `other${index}`)
      const waits = await Promise.all(
        crowd.map((identity) => trackerLimits.wait(reportOf(identity), '192.0.2.1', after(0))),
      )
      const looked = waits.filter((seconds) => seconds === 0).length
      expect(looked).toBe(areKnown ? crowd.length : unknownBurstPerAddress)
      expect(await trackerLimits.wait(reportOf('known'), '192.0.2.1', after(0))).toBe(0)
    },
  )

  test('is looked up only a limited number of times while somebody behind a waiting address guesses at its secret', async () => {
    let asked = 0
    const trackerLimits = createTrackerLimits(async () => {
      asked += 1
      return false
    })
    for (let guess = 0; guess < 1_000; guess += 1) {
      await trackerLimits.wait(reportOf('guessed'), '192.0.2.1', after(0))
    }
    expect(asked).toBe(questionsPerStranger)
  })
})

describe('an unknown one', () => {
  test.each([
    ['of the same network', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', 1],
    ['of another network', '2001:db8:0:1::1', '2001:db8:0:2::1', 0],
    ['of another address', '192.0.2.1', '192.0.2.2', 0],
  ])('has to wait for those %s', async (_name, one, other, wait) => {
    const trackerLimits = createTrackerLimits(nobodyKnown)
    for (let stranger = 0; stranger < unknownBurstPerAddress; stranger += 1) {
      expect(await trackerLimits.wait(reportOf(`stranger${stranger}`), one, after(0))).toBe(0)
    }
    expect(await trackerLimits.wait(reportOf('another'), other, after(0))).toBe(wait)
  })
})

test('a known tracker that was forgotten is looked up again, as often as it reports', async () => {
  const trackerLimits = createTrackerLimits(async ({ identity }) => identity === 'known')
  for (let stranger = 0; stranger < unknownBurstPerAddress; stranger += 1) {
    await trackerLimits.wait(reportOf(`stranger${stranger}`), '192.0.2.1', after(0))
  }
  for (let again = 0; again < 2 * questionsPerStranger; again += 1) {
    expect(await trackerLimits.wait(reportOf('known'), '192.0.2.1', after(0))).toBe(0)
    trackerLimits.note('known', '192.0.2.3', false)
  }
})

/** Each word is a connection from a network, with `-` one that leaves. */
test.each([
  ['the one ends that came first', '1a 2a 3a 4a', '1'],
  ['of the network with the most', '1a 2b 3b 4b 5c', '23'],
  ['who leaves makes room for one, however often', '1a 2a 3a 1a- 1a- 4a 5a', '2'],
  ['who goes on sending outlasts nobody that came later', '1a 2a 3a 1a 2a 4a 2a 5a', '12'],
])('of too many that have not identified themselves, %s: %s', (_name, order, ended) => {
  const room = createWaitingRoom({ strangersPerPort: 3, strangersPerNetwork: 3 })
  const places = new Map<string, WaitingPlace>()
  let ends = ''
  for (const [connection = '', network = '', leaves] of order.split(' ')) {
    const place = places.get(connection) ?? room(`192.0.2.${network}`, () => (ends += connection))
    places.set(connection, place)
    if (leaves === '-') place.leave()
    else place.take()
  }
  expect(ends).toBe(ended)
})

test('a network with too many ends its own, though the port has room', () => {
  const room = createWaitingRoom({ strangersPerPort: 100, strangersPerNetwork: 2 })
  let ends = ''
  for (const connection of ['1a', '2b', '3a', '4a', '5b', '6a']) {
    room(`192.0.2.${connection[1]}`, () => (ends += connection[0])).take()
  }
  expect(ends).toBe('13')
})

/** Each word is a connection on which a tracker reports, or which ends (`-`). */
test.each([
  ['the one ends that was silent longest', '1x 2x 3x 4x', '1'],
  ['one that spoke again stays', '1x 2x 3x 1x 4x', '2'],
  ['each that comes ends one', '1x 2x 3x 4x 5x', '12'],
  ['none ends where one has left', '1x 2x 3x 2- 4x', ''],
  ['none ends for another tracker', '1x 2x 3x 4y 5y', ''],
  ['none ends if one is used by another tracker now', '1x 2x 3x 1y 4x', ''],
])('of too many connections of one tracker %s: %s', (_name, order, ended) => {
  const giveSeat = createSeats()
  const seats = new Map<string, Seat>()
  let ends = ''
  for (const [connection = '', tracker = ''] of order.split(' ')) {
    const seat = seats.get(connection) ?? giveSeat(() => (ends += connection))
    seats.set(connection, seat)
    if (tracker === '-') seat.leave()
    else seat.take(tracker)
  }
  expect(ends).toBe(ended)
})
