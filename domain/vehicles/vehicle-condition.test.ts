import { describe, expect, test } from 'vitest'
import type { AlarmKind, MovementEvidence } from '#contract/alarms/alarms.ts'
import type { DossierState } from '#contract/dossier/dossier.ts'
import { newGuard, type Guard } from '#domain/alarms/guard.ts'
import { followEarlier, judgeFix } from '#domain/alarms/movement.ts'
import { afterStatement, resting, withoutPause } from '#domain/alarms/pauses.ts'
import { after, alarmed, enabledAt, fix } from '#domain/alarms/testing/guarded-vehicle.ts'
import { mayFollow, type StateChange, stateOf } from '#domain/dossier/dossier.ts'
import type { TrackingGrounds } from '#domain/tracking/tracking.ts'
import { conditionOf, type OpenAlarm, shownMotion, statedForGood, theftBeginning } from './vehicle-condition.ts'
import { guardOf } from './vehicle-guard.ts'

/** All that is stored of a vehicle, and the minute it is. */
interface Stored {
  minute: number
  grounds: TrackingGrounds
  remembered: Guard
  changes: readonly StateChange[]
  alarms: readonly OpenAlarm[]
  isSilent: boolean
}

const parked: Stored = {
  minute: 10,
  grounds: { enabled: true, mode: 'THEFT', consentGiven: true, licensed: true },
  remembered: alarmed,
  changes: [],
  alarms: [],
  isSilent: false,
}

const alarm = (
  kind: AlarmKind,
  minute: number,
  { beganAt = null, evidence = null }: { beganAt?: Date | null; evidence?: MovementEvidence | null } = {},
): OpenAlarm => ({
  kind,
  detectedAt: after(minute).toISOString(),
  recordedAt: after(minute),
  acknowledgedAt: null,
  beganAt,
  evidence,
})

/** What happens, each in the next minute. */
const events = {
  'seen away': (of: Stored) => seen(of, 180),
  'seen far away': (of: Stored) => seen(of, 900),
  'seen here': (of: Stored) => seen(of, 0),
  'towing signalled': (of: Stored) => ({ ...of, alarms: [...of.alarms, alarm('TOW', of.minute)] }),
  paused: (of: Stored) => ({ ...of, remembered: resting(of.remembered, { wish: 'SHORT' }, after(of.minute)) }),
  'switched on': (of: Stored) => ({ ...of, remembered: withoutPause(of.remembered, after(of.minute)) }),
  acknowledged: (of: Stored) => ({ ...of, alarms: [] }),
  suspected: (of: Stored) => stated(of, 'SUSPICIOUS'),
  stolen: (of: Stored) => stated(of, 'STOLEN'),
  recovered: (of: Stored) => stated(of, 'RECOVERED'),
  'all is well': (of: Stored) => stated(of, 'PARKED'),
  silent: (of: Stored) => ({ ...of, isSilent: true }),
  'tracking off': (of: Stored) => ({ ...of, grounds: { ...of.grounds, enabled: false } }),
} satisfies Record<string, (of: Stored) => Stored>
type Event = keyof typeof events

function seen(of: Stored, metres: number): Stored {
  const at = fix(metres, of.minute)
  const judged = judgeFix(of.grounds.enabled ? 'THEFT' : null, of.remembered, [], at, at.recordedAt)
  const raised = judged.alarm ? [alarm('MOVEMENT', of.minute, judged)] : []
  return { ...of, isSilent: false, remembered: judged.guard, alarms: [...of.alarms, ...raised] }
}

/** What the product refuses changes nothing. */
function stated(of: Stored, state: DossierState): Stored {
  const from = stateOf(of.changes)
  if (!mayFollow(from, state)) return of
  const at = after(of.minute)
  const remembered = afterStatement(of.remembered, { from, to: state }, { at, now: at })
  return { ...of, remembered, changes: [...of.changes, { state, since: at, setAt: at }] }
}

function then(of: Stored, event: Event): Stored {
  const next = { ...of, minute: of.minute + 1 }
  return events[event](next)
}

function conditionIn({ minute, grounds, remembered, ...stored }: Stored) {
  const now = after(minute)
  const guard = guardOf({ grounds, guard: remembered, isBlind: false }, now)
  return conditionOf({ ...stored, guard, remembered }, now)
}

/** How a vehicle came into each state, and its state after each event, in the order of `events`. */
const table: [name: string, before: Event[], then: string][] = [
  [
    'STANDING',
    [],
    'UNEXPLAINED ALARM STANDING ALARM OWN_WORD STANDING STANDING SUSPICIOUS STOLEN STANDING STANDING SILENT OFF',
  ],
  [
    'OWN_WORD',
    ['paused'],
    'OWN_WORD OWN_WORD OWN_WORD ALARM OWN_WORD STANDING OWN_WORD SUSPICIOUS STOLEN OWN_WORD OWN_WORD OWN_WORD OFF',
  ],
  [
    'UNEXPLAINED',
    ['seen away'],
    'UNEXPLAINED ALARM STANDING ALARM OWN_WORD UNEXPLAINED UNEXPLAINED SUSPICIOUS STOLEN UNEXPLAINED UNEXPLAINED SILENT OFF',
  ],
  [
    'ALARM',
    ['seen far away'],
    'ALARM ALARM ALARM ALARM OWN_WORD OWN_WORD OWN_WORD SUSPICIOUS STOLEN ALARM ALARM ALARM ALARM',
  ],
  [
    'SUSPICIOUS',
    ['seen far away', 'suspected'],
    'SUSPICIOUS SUSPICIOUS SUSPICIOUS SUSPICIOUS SUSPICIOUS SUSPICIOUS SUSPICIOUS SUSPICIOUS STOLEN SUSPICIOUS STANDING SUSPICIOUS SUSPICIOUS',
  ],
  [
    'STOLEN',
    ['seen far away', 'stolen'],
    'STOLEN STOLEN STOLEN STOLEN STOLEN STOLEN STOLEN STOLEN STOLEN BACK STOLEN STOLEN STOLEN',
  ],
  [
    'BACK',
    ['stolen', 'recovered'],
    'UNEXPLAINED ALARM BACK ALARM OWN_WORD BACK BACK BACK STOLEN BACK STANDING SILENT OFF',
  ],
  [
    'SILENT',
    ['silent'],
    'UNEXPLAINED ALARM STANDING ALARM OWN_WORD SILENT SILENT SUSPICIOUS STOLEN SILENT SILENT SILENT OFF',
  ],
  ['OFF', ['tracking off'], 'OFF OFF OFF ALARM OFF OFF OFF SUSPICIOUS STOLEN OFF OFF OFF OFF'],
]
const vehicleAfter = (before: readonly Event[]) => before.reduce(then, parked)
const nameOf = (of: Stored) => {
  const condition = conditionIn(of)
  if (condition.kind === 'MISSED') return condition.stated
  if (condition.kind === 'UNWATCHED') return condition.why === 'SILENT' ? 'SILENT' : 'OFF'
  return condition.kind
}

describe.each(table)('a vehicle that is %s', (name, before, expected) => {
  const start = vehicleAfter(before)
  const eachEvent = Object.keys(events).filter((event): event is Event => event in events)

  test('came there', () => expect(nameOf(start)).toBe(name))

  test.each(eachEvent.map((event, index) => [event, expected.split(' ')[index] ?? ''] as const))(
    'is after „%s“ %s',
    (event, next) => expect(nameOf(then(start, event))).toBe(next),
  )
})

describe('a movement began', () => {
  const since = (before: readonly Event[]) => {
    const condition = conditionIn(vehicleAfter(before))
    return 'since' in condition ? new Date(condition.since) : null
  }
  const lastHere = after(12)

  test.each<[string, Event[], Date]>([
    ['when the vehicle was last seen where it was parked', ['seen here', 'seen here', 'seen far away'], lastHere],
    ['then also if it is only seen away once', ['seen here', 'seen here', 'seen away'], lastHere],
    ['then also if fixes between were away', ['seen here', 'seen here', 'seen away', 'seen far away'], lastHere],
    [
      'then also for what its tracker signals on the way',
      ['seen here', 'seen here', 'seen away', 'towing signalled'],
      lastHere,
    ],
    ['for a signal where it stands when that was measured', ['seen here', 'towing signalled'], after(12)],
    ['with the first of several alarms', ['seen here', 'seen here', 'seen far away', 'towing signalled'], lastHere],
    [
      'no earlier than the pause of its owner ended',
      ['seen here', 'paused', 'switched on', 'seen far away'],
      after(13),
    ],
  ])('%s', (_name, before, expected) => expect(since(before)).toEqual(expected))
})

describe('a theft that is reported now may have gone on', () => {
  const setOff = after(5)
  const began = (before: readonly Event[], setOffAt: Date | null = setOff) => {
    const of = vehicleAfter(before)
    return theftBeginning(conditionIn(of), setOffAt, of.remembered, after(of.minute))
  }

  test.each<[string, Event[], Date | null, Date | null]>([
    ['since the alarm’s movement began', ['seen here', 'seen far away'], setOff, after(11)],
    ['since the vehicle was last seen at its place', ['seen here', 'seen away'], setOff, after(11)],
    ['since it set off by its positions, without an alarm', ['seen here'], setOff, setOff],
    ['for an unknown time, where it never was elsewhere', ['seen here'], null, null],
    ['for an unknown time, where its owner rode', ['paused'], setOff, null],
    ['for an unknown time, where its owner had ridden', ['switched on'], setOff, null],
  ])('%s', (_name, before, setOffAt, expected) => expect(began(before, setOffAt)).toEqual(expected))
})

test.each<[string, OpenAlarm[], MovementEvidence | null]>([
  ['probable by one fix', [alarm('MOVEMENT', 1, { evidence: 'FAR' })], 'FAR'],
  [
    'certain, once a later fix shows it',
    [alarm('MOVEMENT', 1, { evidence: 'FAR' }), alarm('MOVEMENT', 2, { evidence: 'LEADS_AWAY' })],
    'LEADS_AWAY',
  ],
  ['of a signal not known', [alarm('TOW', 1)], null],
  ['of a signal and a movement', [alarm('TOW', 1), alarm('MOVEMENT', 2, { evidence: 'DRIVES' })], 'DRIVES'],
])('how sure a movement is, is %s', (_how, alarms, evidence) =>
  expect(conditionIn({ ...parked, alarms })).toMatchObject({ kind: 'ALARM', evidence }),
)

test('an alarm of more than a day ago is none any more, nor is one from before the guard was switched on anew', () => {
  const moved = vehicleAfter(['seen far away'])
  expect(conditionIn({ ...moved, minute: 24 * 60 + 30 }).kind).toBe('OWN_WORD')
  expect(conditionIn({ ...moved, remembered: newGuard(after(60)), minute: 61 }).kind).toBe('STANDING')
})

test('a vehicle that has departed within a batch is unexplained until its owner is told', () => {
  const followed = followEarlier(alarmed, [fix(300, 3), fix(600, 4), fix(900, 5)], after(6))
  const { guard } = judgeFix('THEFT', followed, [], { ...fix(900, 6), accuracy: 1500 }, after(6))
  expect(conditionIn({ ...parked, remembered: guard })).toMatchObject({
    kind: 'UNEXPLAINED',
    since: after(1).toISOString(),
  })
})

describe('positions that wander', () => {
  const moving = { kind: 'MOVING', since: after(3).toISOString(), exact: true } as const
  const shown = (before: readonly Event[], remembered?: Guard) => {
    const of = vehicleAfter(before)
    return shownMotion(conditionIn(of), moving, remembered ?? of.remembered).kind
  }

  test('about a guarded place are no ride', () => expect(shown([])).toBe('STANDING'))
  test('away from it are', () => expect(shown(['seen away'])).toBe('MOVING'))
  test('are one where no place is known', () => expect(shown([], newGuard(enabledAt))).toBe('MOVING'))
})

describe('messages say what an owner has stated', () => {
  const change = (state: DossierState, minute: number, undoUntil?: Date): StateChange => {
    return { state, since: after(minute), setAt: after(minute), ...(undoUntil && { undoUntil }) }
  }
  const stolen = { kind: 'MISSED', stated: 'STOLEN', since: after(1).toISOString() }
  test.each<[string, StateChange[], object | null]>([
    ['nothing, where nothing is', [], null],
    ['a theft', [change('STOLEN', 1)], stolen],
    ['a suspicion', [change('SUSPICIOUS', 1)], { ...stolen, stated: 'SUSPICIOUS' }],
    ['that it is back', [change('STOLEN', 1), change('RECOVERED', 2)], { kind: 'BACK', since: after(2).toISOString() }],
    ['nothing, where all is well again', [change('STOLEN', 1), change('PARKED', 2)], null],
    ['no theft that can be taken back', [change('STOLEN', 1, after(11))], null],
    ['what stood before that', [change('STOLEN', 1), change('RECOVERED', 2, after(11))], stolen],
    ['a theft that could be taken back until now', [change('STOLEN', 1, after(10))], stolen],
  ])('%s', (_what, changes, said) => expect(statedForGood(changes, after(10))).toEqual(said))
})
