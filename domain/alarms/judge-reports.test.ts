import { describe, expect, test } from 'vitest'
import { type AlarmKind, helpKinds, isCallForHelp } from '#contract/alarms/alarms.ts'
import { unknownHealth } from '#domain/devices/device-health.ts'
import type { Seen } from '#domain/reception/seen.ts'
import { type Guard, type Guarded, newGuard } from './guard.ts'
import { judgeReports } from './judge-reports.ts'
import { judgeFix, judgePending } from './movement.ts'
import { resting, startPause, withoutPause } from './pauses.ts'
import { after, alarmed, enabledAt, fix } from './testing/guarded-vehicle.ts'
import { type TrackerSignal, trackerSignals } from './tracker-signals.ts'

const always = { newestFixAt: null, deafUntil: null }

/** A device whose reports come one after the other, each in the minute in which it was measured. */
function guarded(mode: Seen['mode'] = 'THEFT', since = enabledAt) {
  let known: Guarded = { guard: newGuard(since), recent: [] }
  return {
    hears(minutes: number, said: Partial<Seen>, measured = minutes): AlarmKind[] {
      const seen: Seen = {
        deviceId: 'device',
        mode,
        enabledAt: known.guard.enabledAt,
        fix: null,
        measuredAt: measured === minutes ? null : after(measured),
        isRepeated: false,
        alarm: null,
        states: null,
        health: unknownHealth,
        isWired: true,
        lastActiveAt: null,
        ...said,
      }
      const { guard, alarms } = judgeReports([seen], known, always, after(minutes))
      const raised = alarms.map(({ kind }) => kind)
      const recent = alarms.map(({ kind, emailAt }) => ({
        kind,
        at: after(minutes),
        emailAt: emailAt ?? after(minutes),
      }))
      known = { guard, recent: [...known.recent, ...recent] }
      return raised
    },
    changes(change: (guard: Guard) => Guard) {
      known = { ...known, guard: change(known.guard) }
    },
  }
}

/** How a tracker says that a signal holds or does not: by a word in each frame, or by what it measures. */
interface Way {
  name: string
  signal: TrackerSignal
  says(holds: boolean, minutes: number): Partial<Seen>
}

const words: Readonly<Record<TrackerSignal, string>> = {
  SOS: 'sos',
  FALL: 'fallDown',
  ACCIDENT: 'accident',
  TOW: 'tow',
  POWER_CUT: 'powerCut',
  TAMPER: 'tampering',
  JAMMING: 'jamming',
  VIBRATION: 'vibration',
  LOW_BATTERY: 'lowBattery',
}
const byWord = (signal: TrackerSignal): Way => ({
  name: `${signal} as a word`,
  signal,
  says: (holds) => {
    // A battery that is not low says so by being charged.
    const battery = { percent: 80, volts: null, at: enabledAt }
    const health = signal === 'LOW_BATTERY' && !holds ? { battery, power: null } : unknownHealth
    return { states: holds ? [words[signal]] : [], health }
  },
})
const byPower: Way = {
  name: 'POWER_CUT as the supply that is measured',
  signal: 'POWER_CUT',
  says: (holds, minutes) => ({
    health: { battery: null, power: { external: !holds, since: null, at: after(minutes) } },
  }),
}
const byBattery: Way = {
  name: 'LOW_BATTERY as the level that is measured',
  signal: 'LOW_BATTERY',
  says: (holds, minutes) => ({
    health: { battery: { percent: holds ? 10 : 80, volts: null, at: after(minutes) }, power: null },
  }),
}
const theftSignals = trackerSignals.filter((signal) => !isCallForHelp(signal))
const ways = [...theftSignals.map(byWord), byPower, byBattery]

const pause = (minutes: number) => (guard: Guard) => ({ ...guard, pause: startPause({ wish: 'OPEN' }, after(minutes)) })
const ride = (minutes: number) => (guard: Guard) => ({
  ...guard,
  pause: startPause({ wish: 'RIDE', homes: [] }, after(minutes)),
})
const resume = (minutes: number) => (guard: Guard) => withoutPause(guard, after(minutes))
/** As the deletion of the history leaves it (`alarms.store.ts`). */
const forget = (guard: Guard): Guard => ({ ...guard, anchor: null, parked: null, known: [] })

type Step = [minutes: number, holds: boolean] | ((guard: Guard) => Guard)

const moments: readonly [string, steps: Step[], raisedAt: number[]][] = [
  [
    'that holds in the first report is remembered',
    [
      [1, true],
      [30, true],
    ],
    [],
  ],
  [
    'that has ended since and begins again is notified',
    [
      [1, true],
      [30, false],
      [60, true],
    ],
    [60],
  ],
  [
    'that begins is notified once',
    [
      [1, false],
      [30, true],
      [60, true],
    ],
    [30],
  ],
  [
    'that began in a pause is notified at its end, once',
    [[1, false], pause(5), [10, true], resume(20), [30, true], [60, true]],
    [30],
  ],
  [
    'that began and ended in a pause is not',
    [[1, false], pause(5), [10, true], [15, false], resume(20), [30, false]],
    [],
  ],
  [
    'that held before a pause is not notified again',
    [[1, false], [3, true], pause(5), [10, true], resume(20), [30, true]],
    [3],
  ],
  ['that is first heard of in a pause is remembered', [pause(0), [1, true], resume(20), [30, true]], []],
  [
    'that began on a ride is notified once that has ended',
    [[1, false], ride(5), [10, true], [100, true], [130, true]],
    [100],
  ],
  ['is remembered after the history was deleted', [[1, false], forget, [30, true], [60, true]], []],
  [
    'that lasts is not notified again after the history was deleted',
    [[1, false], [10, true], forget, [30, true]],
    [10],
  ],
  [
    'that begins after the first report since the deletion is notified',
    [[1, false], forget, [30, false], [60, true]],
    [60],
  ],
  [
    'that comes back soon is notified as soon as it may be',
    [
      [1, false],
      [10, true],
      [11, false],
      [12, true],
      [13, true],
      [40, true],
    ],
    [10, 40],
  ],
]

describe.each(ways)('a state: $name', ({ signal, says }) => {
  test.each(moments)('%s', (_name, steps, raisedAt) => {
    const device = guarded()
    const raised = steps.flatMap((step) => {
      if (typeof step === 'function') {
        device.changes(step)
        return []
      }
      const [minutes, holds] = step
      return device.hears(minutes, says(holds, minutes)).map((kind) => [kind, minutes])
    })
    expect(raised).toEqual(raisedAt.map((minutes) => [signal, minutes]))
  })

  test('that holds in the first report after enabling the guard again is remembered', () => {
    const device = guarded()
    device.hears(1, says(false, 1))
    device.changes(() => newGuard(after(10)))
    expect([11, 30].flatMap((minutes) => device.hears(minutes, says(true, minutes)))).toEqual([])
  })
})

describe.each(theftSignals.filter((signal) => signal !== 'LOW_BATTERY').map(byWord))(
  'a report that comes after newer ones: $name',
  ({ signal, says }) => {
    const late = { fix: fix(0, 20), health: unknownHealth }

    test('is notified of what began before it, and shows nothing of what holds now', () => {
      const device = guarded()
      device.hears(30, says(false, 30))
      device.changes((guard) => ({ ...guard, lastFixAt: after(30) }))
      expect(device.hears(31, { ...says(true, 20), ...late }, 20)).toEqual([signal])
      expect(device.hears(100, says(true, 100))).toEqual([signal])
    })

    test('is not notified of what was never heard of before, and leaves the next one the first', () => {
      const device = guarded()
      device.changes((guard) => ({ ...guard, lastFixAt: after(30) }))
      expect(device.hears(31, { ...says(true, 20), ...late }, 20)).toEqual([])
      expect(device.hears(40, says(true, 40))).toEqual([])
    })
  },
)

describe.each(theftSignals.map((signal) => ({ signal, alarm: words[signal] })))(
  'an event: $alarm',
  ({ signal, alarm }) => {
    test('is notified at once, though nothing was heard of it before', () => {
      expect(guarded().hears(1, { alarm })).toEqual([signal])
    })

    test('is not notified after a pause in which it happened, unless the tracker says that it still holds', () => {
      const [over, holding] = [guarded(), guarded()]
      for (const device of [over, holding]) {
        device.changes(pause(0))
        expect(device.hears(5, { alarm })).toEqual([])
        device.changes(resume(10))
      }
      expect(over.hears(20, { states: [], health: byWord(signal).says(false, 20).health ?? unknownHealth })).toEqual([])
      expect([20, 30].map((minutes) => holding.hears(minutes, { states: [alarm] }))).toEqual([[signal], []])
    })
  },
)

describe.each(helpKinds.map((signal) => ({ signal, word: words[signal] })))(
  'a call for help: $word',
  ({ signal, word }) => {
    test.each(['MOVEMENT', 'THEFT', 'BOTH'] as const)(
      'is notified at once in the mode %s, as an event and as a state',
      (mode) => {
        expect(guarded(mode).hears(1, { alarm: word })).toEqual([signal])
        const device = guarded(mode)
        expect([1, 2, 30].map((minutes) => device.hears(minutes, { states: [word] }))).toEqual([[signal], [], []])
        expect(device.hears(40, { states: [] })).toEqual([])
        expect(device.hears(41, { states: [word] })).toEqual([signal])
      },
    )

    test.each([
      ['a pause', pause(0)],
      ['a ride', ride(0)],
    ])('is notified at once in %s', (_when, begin) => {
      const device = guarded('BOTH')
      device.changes(begin)
      expect(device.hears(1, { alarm: word })).toEqual([signal])
    })

    test('is notified every five minutes and twenty times a day, however often a stuck button says it', () => {
      const device = guarded()
      const times = Array.from({ length: 600 }, (_, index) => index / 2).filter(
        (minutes) => device.hears(minutes, { alarm: word }).length > 0,
      )
      expect(times).toEqual(Array.from({ length: 20 }, (_, index) => 5 * index))
    })

    test('is not notified where nothing is recorded', () => {
      expect(guarded(null).hears(1, { alarm: word })).toEqual([])
    })
  },
)

test('where only rides are recorded no other signal is notified, nor taken for known once the vehicle is guarded', () => {
  const device = guarded('MOVEMENT')
  expect(device.hears(1, { alarm: 'tow', states: ['powerCut'] })).toEqual([])
  device.changes((guard) => {
    expect(guard).toMatchObject({ holding: [], known: helpKinds })
    return guard
  })
})

test('a vehicle of which nothing was seen yet is not knocked by its first fix', () => {
  const outOfSeason = {
    ...newGuard(enabledAt),
    anchor: fix(0, 0),
    lastFixAt: after(0),
    season: { fromMonth: 11, toMonth: 2 },
  }
  const known = { guard: outOfSeason, recent: [] }
  const moved = { ...fix(0, 1), isStirred: true }
  const report: Seen = {
    deviceId: 'device',
    mode: 'THEFT',
    enabledAt,
    fix: moved,
    isStirred: true,
    measuredAt: moved.recordedAt,
    isRepeated: false,
    alarm: null,
    states: null,
    health: unknownHealth,
    isWired: true,
    lastActiveAt: null,
  }
  expect(judgeReports([report], known, always, after(1)).alarms).toEqual([])
})

/** Its tracker sends no fix after it has arrived. */
function riddenHome(): Guard {
  const ride = [fix(500, 22), fix(2000, 24), fix(4000, 26), fix(4001, 27), fix(4001, 28), fix(4001, 29), fix(4001, 30)]
  const begun = resting(alarmed, { wish: 'RIDE', homes: [fix(4000, 0)] }, after(20))
  return ride.reduce((guard, seen) => judgeFix('THEFT', guard, [], seen, seen.recordedAt).guard, begun)
}

describe('what a report without a position says', () => {
  const report = (said: Partial<Seen>): Seen => ({
    deviceId: 'device',
    mode: 'THEFT',
    enabledAt,
    lastActiveAt: null,
    fix: null,
    measuredAt: null,
    isRepeated: false,
    alarm: null,
    states: null,
    health: unknownHealth,
    isWired: true,
    ...said,
  })
  const after5 = (guard: Guard, said: Partial<Seen>) =>
    judgeReports([report(said)], { guard, recent: [] }, always, after(5)).guard

  test('of being moved is pending until the next word; not in a pause', () => {
    expect(after5(alarmed, { isStirred: true })).toMatchObject({
      pendingFixAt: after(1),
      memory: { movedAt: after(5) },
    })
    const moved = after5(alarmed, { isStirred: true })
    expect(after5(moved, { isStirred: false }).pendingFixAt).toBeNull()
    expect(after5(pause(2)(alarmed), { isStirred: true }).pendingFixAt).toBeNull()
  })

  test.each<[string, Guard]>([
    ['of an hour', resting(alarmed, { wish: 'SHORT' }, after(2))],
    ['for a ride that ended at home', riddenHome()],
  ])('of being moved, then silence, is told after a pause %s, though no fix has ended it', (_name, guard) => {
    const night = after(600)
    const felt = judgeReports([report({ isStirred: true })], { guard, recent: [] }, always, night).guard
    expect(felt.pendingFixAt).toEqual(guard.lastFixAt)
    const place = { ...fix(0, 0), recordedAt: guard.lastFixAt ?? night }
    expect(judgePending(felt, [], { fix: place, activeAt: night }, after(640))).toMatchObject({
      evidence: 'STIRRED_THEN_SILENT',
    })
  })

  test('with the time of its last place is about now', () => {
    const moved = after5(alarmed, { isStirred: true })
    const known = { measuredAt: after(1), isRepeated: true, isStirred: false }
    expect(after5(moved, known)).toMatchObject({ pendingFixAt: null, parked: { stirred: null } })
  })

  test('shows the rhythm of its tracker, by its last sign of life in whatever mode', () => {
    expect(after5(alarmed, { lastActiveAt: after(3) }).memory?.reportSeconds).toBeCloseTo(120)
    expect(after5(alarmed, { lastActiveAt: after(3), mode: 'MOVEMENT' }).memory).toEqual(alarmed.memory)
  })
})

test('a vehicle that was moved bit by bit is told of, however many fixes come at once', () => {
  const step = (index: number) => 30 * Math.ceil((index + 1) / 8)
  const fixes = Array.from({ length: 120 }, (_, index) => fix(step(index) + (index % 2), 5 * (index + 1)))
  let known: Guarded = { guard: alarmed, recent: [] }
  const raised = []
  for (let index = 0; index < fixes.length; index += 3) {
    const reports = fixes.slice(index, index + 3).map((one): Seen => ({
      deviceId: 'device',
      mode: 'THEFT',
      enabledAt,
      lastActiveAt: null,
      fix: one,
      measuredAt: one.recordedAt,
      isRepeated: false,
      alarm: null,
      states: null,
      health: unknownHealth,
      isWired: true,
    }))
    const judged = judgeReports(reports, known, always, after(5 * (index + 3)))
    raised.push(...judged.alarms.map(({ evidence }) => evidence))
    known = { guard: judged.guard, recent: [] }
  }
  expect(raised).toContain('CREPT')
})
