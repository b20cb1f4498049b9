import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createTrackerLimits, createWaitingRoom } from './tracker-limits.ts'

const { fixBurstPerTracker, fixesPerTrackerPerSecond, strangersPerAddress, unknownBurstPerAddress } = limits.gateway
const start = Date.parse('2026-11-21T08:00:00Z')
const after = (seconds: number) => new Date(start + seconds * 1000)

describe('a known tracker', () => {
  test('whose packet is too much now may send it when there is room for all of it', () => {
    const trackerLimits = createTrackerLimits()
    trackerLimits.note('known', '192.0.2.1', true)
    expect(trackerLimits.wait('known', '192.0.2.1', after(0), fixBurstPerTracker)).toBe(0)
    const records = 255
    const waits = [0, 3, 6, 9, 12].map((at) => trackerLimits.wait('known', '192.0.2.1', after(at), records))
    expect(waits).toEqual([13, 10, 7, 4, 1])
    expect(trackerLimits.wait('known', '192.0.2.1', after(records / fixesPerTrackerPerSecond), records)).toBe(0)
  })
})

describe('an unknown one', () => {
  test.each([
    ['of the same network', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', 1],
    ['of another network', '2001:db8:0:1::1', '2001:db8:0:2::1', 0],
    ['of another address', '192.0.2.1', '192.0.2.2', 0],
  ])('has to wait for those %s', (_name, one, other, wait) => {
    const trackerLimits = createTrackerLimits()
    for (let stranger = 0; stranger < unknownBurstPerAddress; stranger += 1) {
      expect(trackerLimits.wait(`stranger${stranger}`, one, after(0))).toBe(0)
    }
    expect(trackerLimits.wait('another', other, after(0))).toBe(wait)
  })
})

test('who leaves the waiting room makes room for one, however often he leaves', () => {
  const room = createWaitingRoom()
  const inside = Array.from({ length: strangersPerAddress }, () => room.enter('192.0.2.1'))
  expect(room.enter('192.0.2.1')).toBeNull()
  expect(room.enter('192.0.2.2')).not.toBeNull()
  inside[0]?.()
  inside[0]?.()
  expect(room.enter('192.0.2.1')).not.toBeNull()
  expect(room.enter('192.0.2.1')).toBeNull()
})
