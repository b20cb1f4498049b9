import { describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { type Guarded, newGuard } from '#domain/alarms/guard.ts'
import type { Fix, ReportContent } from '#domain/trackers/report.ts'
import { acceptAll, isAccepted } from './accepted-report.ts'
import { type Answers, decide, type JudgedReport, type Known, questionsOf, watchedDevices } from './decision.ts'
import { judge } from './judgement.ts'
import { aDevice, aFix, after, aReport, aTracker, receivedAt } from './testing/reports.ts'
import type { ReportingDevice } from './tracker.ts'

type Said = Partial<Omit<ReportContent, 'fix'>> & { at?: number | null; fix?: Partial<Fix> }

const device = 'enduro'
const enabledAt = after(-3600)

/** Reports of one device, at so many seconds after `receivedAt`; null: without a fix. */
function reported(of: Partial<ReportingDevice>, ...reports: Said[]): JudgedReport[] {
  const tracker = aTracker({ device: aDevice(of), lastActiveAt: after(-60) })
  const believed = reports.map(({ at = 0, fix, ...said }) => ({
    report: aReport({ ...said, fix: at === null ? null : aFix({ recordedAt: after(at), ...fix }) }),
    receivedAt,
    tracker,
  }))
  return acceptAll(believed).map((one) => (isAccepted(one) ? judge(one, null) : one))
}

/** What is remembered of the device that has seen a fix at so many seconds after `receivedAt`. */
function guards(lastFix: number | null = null): Map<string, Guarded> {
  const anchor = { latitude: 49.0069, longitude: 8.4037, accuracy: 10, recordedAt: after(lastFix ?? 0) }
  const guard = { ...newGuard(enabledAt), ...(lastFix !== null && { anchor, lastFixAt: after(lastFix) }) }
  return new Map([[device, { guard, recent: [] }]])
}

const nothing: Answers = { stored: [], newest: new Map(), lastPlaces: new Map(), deafUntil: null }
const stored = (...seconds: number[]) => seconds.map((second) => ({ deviceId: device, recordedAt: after(second) }))
const decided = (reports: readonly JudgedReport[], known: Partial<Known> = {}) =>
  decide(reports, { ...nothing, guards: new Map(), ...known }, receivedAt)
const outcomes = (reports: readonly JudgedReport[], known: Partial<Known> = {}) =>
  decided(reports, known).settled.map(({ outcome }) => outcome)

describe('what is remembered of a device is read', () => {
  const isRead = (of: Partial<ReportingDevice>, said: Said) => watchedDevices(reported(of, said)).has(device)
  test.each<[string, Partial<ReportingDevice>, Said, boolean]>([
    ['for a fix of one that is guarded', {}, {}, true],
    ['not where only rides are recorded', { mode: 'MOVEMENT' }, {}, false],
    ['where only rides are recorded and somebody calls for help', { mode: 'MOVEMENT' }, { alarm: 'sos' }, true],
    ['not while it is switched off', { mode: null }, { alarm: 'sos' }, false],
    ['not for a sign of life', {}, { at: null }, false],
    ['for the word of a tracker without a fix', {}, { at: null, states: [] }, true],
    ['not for a fix that is too old', {}, { at: -15 * 86_400 }, false],
  ])('%s', (_case, of, said, read) => {
    expect(isRead(of, said)).toBe(read)
  })
})

describe('what is stored is looked up', () => {
  const minute = { deviceId: device, from: after(0), until: after(60) }
  const exactly = { deviceId: device, from: after(-10), until: new Date(after(-10).getTime() + 1) }
  test.each<[string, TrackingMode, number, Map<string, Guarded>, unknown[]]>([
    ['at the time of a fix', 'BOTH', -10, guards(), [exactly]],
    ['not where the fix is newer than what the alarm has seen', 'BOTH', -10, guards(-11), []],
    ['where it is not newer', 'BOTH', -10, guards(-10), [exactly]],
    ['in the whole minute where one of each minute is kept', 'MOVEMENT', 10, guards(-11), [minute]],
  ])('%s', (_case, mode, at, known, spans) => {
    const reports = reported({ mode }, { at })
    expect(questionsOf(reports, known, receivedAt).spans).toEqual(spans)
  })

  test('of every fix once that trust was wrong', () => {
    expect(questionsOf(reported({}, { at: -10 }), guards(-11), receivedAt, false).spans).toEqual([exactly])
  })
})

test.each<[string, Said, Map<string, Guarded>, string[]]>([
  ['where a tracker repeats a fix and signals something', { at: -10, alarm: 'powercut' }, guards(-10), [device]],
  ['not where it signals nothing', { at: -10 }, guards(-10), []],
  ['not where the fix is new', { at: -10, alarm: 'powercut' }, guards(-11), []],
  ['not where nothing is remembered', { at: -10, alarm: 'powercut' }, new Map(), []],
])('the newest fix is looked up %s', (_case, said, known, asked) => {
  expect(questionsOf(reported({}, said), known, receivedAt).newestOf).toEqual(asked)
})

describe('a fix', () => {
  test('is stored once, though it came twice', () => {
    const changes = decided(reported({}, {}, {}))
    expect(changes.settled.map(({ outcome }) => outcome)).toEqual(['STORED', 'DUPLICATE'])
    expect(changes.fresh).toBe(1)
  })

  test.each<[string, TrackingMode, number[], number[], string[]]>([
    ['that is stored already is a duplicate', 'BOTH', [0, -5], [0], ['DUPLICATE', 'STORED']],
    ['of a minute that has an earlier one is thinned out', 'MOVEMENT', [40], [10], ['THINNED_OUT']],
    ['that is earlier in its minute is stored', 'MOVEMENT', [10], [40], ['STORED']],
  ])('%s', (_case, mode, at, known, expected) => {
    const reports = reported({ mode }, ...at.map((second) => ({ at: second })))
    expect(outcomes(reports, { stored: stored(...known) })).toEqual(expected)
  })

  test('takes the place of the later one of its minute', () => {
    const { replaced } = decided(reported({ mode: 'MOVEMENT' }, { at: 10 }), { stored: stored(40) })
    expect(replaced).toEqual([{ deviceId: device, recordedAt: after(40), since: enabledAt }])
  })
})

describe('the alarm', () => {
  const away = { latitude: 49.1 }
  test('is raised by the first fix, at its place', () => {
    const { alarms, guards: changed } = decided(reported({}, {}), { guards: guards() })
    expect(alarms).toMatchObject([{ deviceId: device, kind: 'FIRST', place: { recordedAt: receivedAt } }])
    expect(changed.get(device)).toMatchObject({ lastFixAt: receivedAt })
  })

  test.each<[string, Partial<Known>]>([
    ['of a fix that is stored already', { guards: guards(), stored: stored(0) }],
    ['of a device of which nothing is remembered', {}],
  ])('is not raised because %s', (_case, known) => {
    expect(decided(reported({}, {}), known).alarms).toEqual([])
  })

  test('says where the vehicle was seen last, if whoever calls for help does not', () => {
    const place = { latitude: 49.5, longitude: 8.5, accuracy: null, recordedAt: after(-600) }
    const known = { guards: guards(-600), lastPlaces: new Map([[device, place]]) }
    const help = { at: null, alarm: 'sos' }
    expect(questionsOf(reported({}, help), known.guards, receivedAt).lastPlaceOf).toEqual([device])
    expect(decided(reported({}, help), known).alarms).toMatchObject([{ kind: 'SOS', place }])
    const newer = decided(reported({}, { at: -5, fix: away }, help), known).alarms.find(({ kind }) => kind === 'SOS')
    expect(newer?.place).toMatchObject(away)
  })

  test('is not raised by a call for help that is sent again where only rides are recorded', () => {
    const reports = reported({ mode: 'MOVEMENT' }, { at: -2400, alarm: 'sos' })
    const known = { guards: guards(), stored: stored(-2400) }
    expect(questionsOf(reports, known.guards, receivedAt).newestOf).toEqual([device])
    const kindsWith = (newestAt: number) => {
      const newest = new Map([[device, { recordedAt: after(newestAt) }]])
      return decided(reports, { ...known, newest }).alarms.map(({ kind }) => kind)
    }
    expect([kindsWith(-2400), kindsWith(-600)]).toEqual([['SOS'], []])
  })

  test.each<[string, number, string[]]>([
    ['is raised by a signal with the newest fix, repeated', 0, ['TAMPER']],
    ['is not raised by a backlog that is sent again', minuteMs, []],
  ])('%s', (_case, newerMs, kinds) => {
    const newest = new Map([[device, { recordedAt: new Date(receivedAt.getTime() + newerMs) }]])
    const known = { guards: guards(0), stored: stored(0), newest }
    expect(decided(reported({}, { alarm: 'tamper' }), known).alarms.map(({ kind }) => kind)).toEqual(kinds)
  })
})

test('a stranger changes nothing', () => {
  const stranger = { tracker: null, outcome: 'UNKNOWN_TRACKER' as const }
  const changes = decided([stranger])
  expect(changes.settled).toEqual([stranger])
  expect([changes.positions, changes.alarms]).toEqual([[], []])
  expect([changes.signsOfLife, changes.health, changes.losses, changes.guards].map(({ size }) => size)).toEqual([
    0, 0, 0, 0,
  ])
})
