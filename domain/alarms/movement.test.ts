import { describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { type Guard, newGuard } from './guard.ts'
import { followEarlier, judgeFix, judgePending, type RaisedAlarm, requestsPosition } from './movement.ts'
import type { Observation } from './sighting.ts'
import { resting, startPause } from './pauses.ts'
import { alarmsOfDay, timesOfMovementEmails } from './rhythm.ts'
import { after, enabledAt, fix, alarmed, longKnown } from './testing/guarded-vehicle.ts'

test.each([
  ['last fix', { ...alarmed, lastFixAt: after(360) }],
  ['beginning', { ...alarmed, enabledAt: after(360) }],
])('what was written while the clock was ahead (%s) hides no movement', (_name, guard) => {
  const recent = [-60, 360].map((minutes) => ({
    kind: 'MOVEMENT' as const,
    at: after(minutes),
    emailAt: after(minutes),
  }))
  const times = timesOfMovementEmails({ recent }, after(20))
  expect(judgeFix('THEFT', guard, times, fix(500, 20), after(20))).toMatchObject({ alarm: true, emailAt: after(20) })
})

/** Judges fixes one after the other. */
function judgeAll(start: Guard, fixes: readonly Observation[], times: readonly Date[] = []) {
  let guard = start
  const alarms: RaisedAlarm[] = []
  for (const seen of fixes) {
    const judged = judgeFix('THEFT', guard, times, seen, seen.recordedAt)
    guard = judged.guard
    if (judged.alarm) alarms.push(judged)
  }
  return { guard, alarms }
}

test('the tracker of a vehicle in doubt is asked where it is, but not while its owner wants no alarms', () => {
  const { guard } = judgeAll(alarmed, [fix(2, 20), fix(180, 30)])
  expect(requestsPosition(guard)).toBe(true)
  expect(requestsPosition({ ...guard, pause: startPause({ wish: 'RIDE', homes: [] }, after(25)) })).toBe(false)
  expect(requestsPosition(judgeAll(guard, [fix(3, 40)]).guard)).toBe(false)
  expect(requestsPosition(alarmed)).toBe(false)
  expect(requestsPosition(newGuard(enabledAt))).toBe(false)
})

describe('a fix', () => {
  test.each([
    ['the first after enabling', 'THEFT', newGuard(enabledAt), [], fix(0, 1), 'first'],
    ['the first in the mode for both', 'BOTH', newGuard(enabledAt), [], fix(0, 1), 'first'],
    ['in the mode for rides', 'MOVEMENT', newGuard(enabledAt), [], fix(0, 1), 'NOT_GUARDED'],
    ['while nothing is recorded', null, newGuard(enabledAt), [], fix(0, 1), 'NOT_GUARDED'],
    ['measured before enabling', 'THEFT', newGuard(enabledAt), [], fix(0, -1), 'BACKLOG'],
    ['at the very moment of enabling', 'THEFT', newGuard(enabledAt), [], fix(0, 0), 'first'],
    ['older than the last one', 'THEFT', alarmed, [after(1)], fix(5000, 0.5), 'OUT_OF_ORDER'],
    ['of the same time as the last one', 'THEFT', alarmed, [after(1)], fix(5000, 1), 'OUT_OF_ORDER'],
    ['45 m away', 'THEFT', alarmed, [after(1)], fix(45, 60), 'DRIFT'],
    ['300 m away', 'THEFT', alarmed, [after(1)], fix(300, 60), 'DRIFT'],
    ['340 m away', 'THEFT', alarmed, [after(1)], fix(340, 60), 'moved'],
    ['2 km away by its cell, told exact to 2.5 km', 'THEFT', alarmed, [after(1)], fix(2000, 60, 2500), 'DRIFT'],
    ['while an e-mail waits', 'THEFT', alarmed, [after(1), after(16)], fix(500, 15.98), 'EMAIL_WAITS'],
    ['14 minutes 59 after an e-mail', 'THEFT', alarmed, [after(1)], fix(500, 15.98), 'moved'],
    ['15 minutes after an e-mail', 'THEFT', alarmed, [after(1)], fix(500, 16), 'moved'],
    ['after its place was deleted', 'THEFT', { ...alarmed, anchor: null }, [after(1)], fix(0, 60), 'PLACE_FORGOTTEN'],
    ['the first, also soon after an e-mail', 'THEFT', newGuard(enabledAt), [after(-5)], fix(0, 1), 'first'],
    ['in whole seconds, in the second of enabling', 'THEFT', newGuard(after(0.01)), [], fix(0, 0), 'first'],
    ['in whole seconds, in the one before', 'THEFT', newGuard(after(0.02)), [], fix(0, 0), 'BACKLOG'],
    ['to the millisecond, before enabling', 'THEFT', newGuard(after(0.0001)), [], fix(0, 0.00005), 'BACKLOG'],
  ] as const)('%s (%s)', (_name, mode, guard, times, seen, expected) => {
    const judged = judgeFix(mode, guard, times, seen, seen.recordedAt)
    expect(judged.alarm ? (judged.first ? 'first' : 'moved') : judged.why).toBe(expected)
  })

  test('after its place was deleted is what the next fix is measured from', () => {
    const { guard } = judgeFix('THEFT', { ...alarmed, anchor: null }, [after(1)], fix(900, 60), after(60))
    expect(judgeFix('THEFT', guard, [after(1)], fix(905, 61), after(61))).toMatchObject({ why: 'DRIFT' })
    const away = judgeFix('THEFT', guard, [after(1)], fix(1500, 62), after(62))
    expect(away).toMatchObject({ why: 'DRIFT' })
    const further = judgeFix('THEFT', away.guard, [after(1)], fix(2500, 63), after(63))
    expect(further).toMatchObject({ alarm: true, first: false, evidence: 'LEADS_AWAY' })
  })

  describe('soon after an e-mail about a movement', () => {
    const soon = judgeFix('THEFT', alarmed, [after(1)], fix(500, 5), after(5))

    test('raises its alarm at once; only the e-mail waits for its turn', () => {
      expect(soon).toMatchObject({ alarm: true, first: false, numberToday: 2, emailAt: after(16), beganAt: after(1) })
    })

    test('raises none again while that e-mail waits, which will say where the vehicle is by then', () => {
      const further = judgeFix('THEFT', soon.guard, [after(1), after(16)], fix(2500, 8), after(8))
      expect(further).toMatchObject({ alarm: false, why: 'EMAIL_WAITS', guard: { pendingFixAt: null } })
      const later = judgeFix('THEFT', further.guard, [after(1), after(16)], fix(5000, 17), after(17))
      expect(later).toMatchObject({ alarm: true, emailAt: after(31) })
    })

    test('of the armed alarm, which does not count, is mailed at once', () => {
      const armed = judgeFix('THEFT', newGuard(enabledAt), [], fix(0, 1), after(1))
      expect(armed).toMatchObject({ first: true, numberToday: null, emailAt: after(1), beganAt: null })
      const { guard } = judgeFix('THEFT', armed.guard, [], fix(2, 2), after(2))
      expect(judgeFix('THEFT', guard, [], fix(700, 3), after(3))).toMatchObject({
        alarm: true,
        emailAt: after(3),
        beganAt: after(2),
      })
    })
  })

  test('creeping away in small steps raises an alarm when the steps together leave the place', () => {
    const steps = Array.from({ length: 30 }, (_, index) => fix(index * 6, 20 + index / 6))
    const { alarms } = judgeAll(alarmed, steps)
    expect(alarms.at(0)).toMatchObject({ first: false, evidence: 'LEADS_AWAY' })
  })

  test('says what shows the movement', () => {
    expect(judgeFix('THEFT', alarmed, [], fix(500, 5), after(5))).toMatchObject({ evidence: 'FAR' })
    expect(judgeFix('THEFT', newGuard(enabledAt), [], fix(0, 1), after(1))).toMatchObject({ evidence: null })
  })

  describe('nobody can have driven', () => {
    const longitudeZero = { ...fix(0, 5), longitude: 0 }
    const seconds = (count: number) => 5 + count / 60
    /** 613 km in 4 s. */
    const jumped = judgeAll(alarmed, [fix(2, seconds(-4)), longitudeZero])
    const silent = (guard: Guard, last = longitudeZero, minutes = 60) =>
      judgePending(
        { ...guard, pendingFixAt: guard.pendingFixAt ?? last.recordedAt },
        [],
        { fix: last, activeAt: last.recordedAt },
        after(minutes),
      )

    test('is no alarm, and none after a silence', () => {
      expect(jumped.alarms).toEqual([])
      expect(jumped.guard.pendingFixAt).toBeNull()
      expect(
        judgePending(jumped.guard, [], { fix: longitudeZero, activeAt: longitudeZero.recordedAt }, after(60)),
      ).toBeNull()
      expect(silent(jumped.guard)).toBeNull()
    })

    test('leaves a departure as likely as it is', () => {
      const stolen = judgeAll(jumped.guard, [fix(150, 6), fix(300, 7)])
      expect(stolen.alarms.at(-1)).toMatchObject({ evidence: 'LEADS_AWAY' })
      const vanished = judgeAll(alarmed, [fix(1, seconds(-60)), fix(1500, 5)])
      expect(vanished.alarms).toMatchObject([{ evidence: 'FAR' }])
    })

    test.each([
      ['60 m away', 60, 10],
      ['300 m away at once', 300, 4],
      ['2.2 km away in a minute', 2200, 60],
      ['5 km away in a minute, faster than any evidence takes for sure', 5000, 60],
      ['50 km away after an hour', 50_000, 3600],
    ])('is not a fix %s: with the silence after it, it is an alarm', (_name, metres, after4) => {
      const { guard, alarms } = judgeAll(alarmed, [fix(2, seconds(-after4)), fix(metres, 5)])
      const pending = judgePending(guard, [], { fix: fix(metres, 5), activeAt: fix(metres, 5).recordedAt }, after(600))
      expect(alarms.length > 0 || pending !== null).toBe(true)
    })

    test('is believed as soon as the next fix is there, too', () => {
      const { guard, alarms } = judgeAll(alarmed, [
        fix(0, seconds(-10)),
        fix(4000, seconds(0)),
        fix(4030, seconds(60)),
        fix(4060, seconds(120)),
        fix(4020, seconds(180)),
      ])
      expect(
        alarms.length > 0 ||
          judgePending(guard, [], { fix: fix(4020, seconds(180)), activeAt: after(8) }, after(60)) !== null,
      ).toBe(true)
    })

    test('is passed over where the vehicle was last seen away, which stays pending', () => {
      const { guard } = judgeAll(alarmed, [fix(2, 4), fix(200, 5), { ...longitudeZero, recordedAt: after(seconds(4)) }])
      expect(guard.pendingFixAt).toEqual(after(5))
      expect(judgePending(guard, [], { fix: fix(200, 5), activeAt: fix(200, 5).recordedAt }, after(60))).toMatchObject({
        evidence: 'LAST_SEEN_AWAY',
      })
    })

    test('is passed over once the vehicle has departed, so that nobody is told of a place where it never was', () => {
      const departed = judgeAll(alarmed, [fix(0, 4), fix(150, 5), fix(300, 6)])
      expect(departed.alarms).toHaveLength(1)
      const jump = { ...longitudeZero, recordedAt: after(30) }
      const { alarms, guard } = judgeAll(departed.guard, [fix(320, 30 - 1 / 15), jump])
      expect(alarms).toEqual([])
      expect(judgePending(guard, [], { fix: jump, activeAt: jump.recordedAt }, after(90))).toBeNull()
    })

    test('leaves the place during a pause where it was', () => {
      const paused = { ...alarmed, pause: startPause({ wish: 'SHORT' }, after(4)) }
      const { guard } = judgeAll(paused, [fix(1, seconds(-4)), longitudeZero])
      expect(guard.parked?.longitude).toBeCloseTo(fix(0, 0).longitude)
      expect(guard.anchor?.longitude).toBeCloseTo(fix(0, 0).longitude)
    })
  })

  test('of a vehicle that is back clears what is pending, and its place is where it was', () => {
    const { guard } = judgeAll(alarmed, [fix(500, 5), fix(2, 7), fix(0, 8)], [after(1)])
    expect(guard).toMatchObject({ pendingFixAt: null, anchor: { accuracy: expect.any(Number) } })
    expect(guard.parked?.departed).toBeNull()
  })

  test('before the newest of a batch shows how the vehicle came where it is', () => {
    const earlier = [fix(90, 20), fix(160, 21)]
    const followed = followEarlier(alarmed, earlier, after(22))
    expect(judgeFix('THEFT', alarmed, [after(1)], fix(230, 22), after(22))).toMatchObject({ why: 'DRIFT' })
    expect(judgeFix('THEFT', followed, [after(1)], fix(230, 22), after(22))).toMatchObject({ evidence: 'LEADS_AWAY' })
    const back = followEarlier(alarmed, [...earlier, fix(0, 23)], after(24))
    expect(judgeFix('THEFT', back, [after(1)], fix(2, 24), after(24))).toMatchObject({ why: 'DRIFT' })
  })

  test.each<[string, Observation]>([
    ['is rough, as from a mobile cell', { ...fix(900, 605), accuracy: 1500 }],
    ['is a jump that no vehicle makes', fix(400_000, 602.1)],
  ])('of a batch that led away is told within a minute, though its newest fix %s', (_name, newest) => {
    const followed = followEarlier(alarmed, [fix(300, 600), fix(600, 601), fix(900, 602)], after(606))
    const { alarm, guard } = judgeFix('THEFT', followed, [after(1)], newest, after(606))
    expect(alarm).toBe(false)
    expect(guard.pendingFixAt).toEqual(after(602))
    const told = judgePending(guard, [after(1)], { fix: fix(900, 602), activeAt: after(606) }, after(607))
    expect(told).toMatchObject({ evidence: 'LEADS_AWAY', guard: { pendingFixAt: null } })
  })

  test('of a batch that led away and seems to be back is told where the tracker falls silent then', () => {
    const followed = followEarlier(alarmed, [fix(300, 600), fix(600, 601), fix(900, 602)], after(606))
    const { guard } = judgeFix('THEFT', followed, [after(1)], fix(3, 605), after(606))
    const judgeAt = (minutes: number) =>
      judgePending(guard, [after(1)], { fix: fix(900, 602), activeAt: after(606) }, after(minutes))
    expect([judgeAt(607), judgeAt(615)]).toEqual([null, null])
    expect(judgeAt(606 + 180)).toMatchObject({ evidence: 'LEADS_AWAY' })
    // It sends the fixes of 15 minutes together.
    const slow = { ...guard, memory: { ...longKnown, usualSeconds: 30, reportSeconds: 900 } }
    const judgeSlowAt = (minutes: number) =>
      judgePending(slow, [after(1)], { fix: fix(900, 602), activeAt: after(606) }, after(minutes))
    expect([judgeSlowAt(620), judgeSlowAt(645)?.evidence]).toEqual([null, 'LEADS_AWAY'])
    const back = judgeFix('THEFT', guard, [after(1)], fix(1, 607), after(607))
    expect(back).toMatchObject({ alarm: false, guard: { pendingFixAt: null, parked: { departed: null } } })
  })

  test('of a batch that was told before is not pending again', () => {
    const told = judgeFix('THEFT', alarmed, [after(1)], fix(900, 600), after(600)).guard
    const followed = followEarlier(told, [fix(2900, 610), fix(4900, 611)], after(612))
    const rough = { ...fix(4900, 612), accuracy: 1500 }
    expect(judgeFix('THEFT', followed, [after(600)], rough, after(612)).guard.pendingFixAt).toBeNull()
  })

  test('of a batch shows a theft after a pause that has ended by the clock', () => {
    const rested = resting(alarmed, { wish: 'SHORT' }, after(5))
    const followed = followEarlier(rested, [fix(100, 600), fix(160, 601)], after(603))
    expect(judgeFix('THEFT', followed, [after(1)], fix(230, 602), after(603))).toMatchObject({ evidence: 'LEADS_AWAY' })
  })

  test('after the owner has paused shows nothing of a movement before that nobody was told of', () => {
    const soon = judgeFix('THEFT', alarmed, [after(1)], fix(500, 5), after(5)).guard
    const rested = { ...resting(soon, { wish: 'SHORT' }, after(6)), pause: null }
    expect(judgeFix('THEFT', rested, [after(1)], fix(502, 70), after(70))).toMatchObject({ why: 'DRIFT' })
    expect(judgeFix('THEFT', rested, [after(1)], fix(900, 70), after(70))).toMatchObject({ alarm: true })
  })
})

describe('a day', () => {
  const times = (start: string, count: number) =>
    Array.from({ length: count }, (_, index) => new Date(Date.parse(start) + index * 15 * minuteMs))
  const judgeAt = (now: string, alarmTimes: readonly Date[]) => {
    const at = new Date(now)
    const guard = { ...alarmed, enabledAt: new Date('2026-01-01T00:00:00Z'), lastFixAt: null }
    return judgeFix('THEFT', guard, alarmTimes, { ...fix(900, 0), recordedAt: at }, at)
  }

  test.each([
    ['nineteen before', 19, { numberToday: 20, emailAt: new Date('2026-06-01T12:00:00Z') }],
    [
      'twenty before, the next comes on the next day',
      20,
      { numberToday: 1, emailAt: new Date('2026-06-01T22:00:00Z') },
    ],
  ])('has twenty e-mails: with %s', (_name, count, expected) => {
    expect(judgeAt('2026-06-01T12:00:00Z', times('2026-06-01T02:00:00Z', count))).toMatchObject(expected)
  })

  // 25 October 2026 has 25 hours in Germany, 29 March 2026 has 23.
  test.each([
    [
      'the long day in October ends at 23:00 UTC',
      '2026-10-24T22:00:00Z',
      '2026-10-25T22:59:00Z',
      '2026-10-25T23:00:00.000Z',
    ],
    ['after it a new one begins', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-25T23:00:00.000Z'],
    [
      'the short day in March ends at 22:00 UTC',
      '2026-03-28T23:00:00Z',
      '2026-03-29T21:59:00Z',
      '2026-03-29T22:00:00.000Z',
    ],
    ['after it a new one begins, too', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-29T22:00:00.000Z'],
    [
      'the evening before March does not count',
      '2026-03-28T18:00:00Z',
      '2026-03-28T23:00:00Z',
      '2026-03-28T23:00:00.000Z',
    ],
  ])('%s', (_name, first, now, expected) => {
    const judged = judgeAt(now, times(first, 20))
    expect(judged).toMatchObject({ numberToday: 1, emailAt: new Date(expected) })
  })

  test('counts by the clocks in Germany', () => {
    const both = ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z'].map((at) => new Date(at))
    expect(alarmsOfDay(both, new Date('2026-03-29T12:00:00Z'))).toBe(1)
  })
})
