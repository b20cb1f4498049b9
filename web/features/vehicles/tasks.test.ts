import { expect, it } from 'vitest'
import { dayMs } from '#contract/base/time-units.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { tasksOf } from './tasks.ts'
import { vehicle } from '#web/texts/testing/vehicle.ts'

const now = new Date('2026-11-21T20:00:00Z')
const at = '2026-11-21T19:59:00Z'

it.each<[string, Partial<VehicleState>, object[]]>([
  ['nothing of one that is well', {}, []],
  ['to renew a licence that ends soon', { licenceEndsAt: '2026-11-30T20:00:00Z' }, [{ kind: 'LICENCE_ENDS', days: 9 }]],
  ['to buy one where there is none', { licenceEndsAt: null }, [{ kind: 'NO_LICENCE' }]],
  ['to charge a nearly empty battery', { battery: { percent: 12, volts: null, at } }, [{ kind: 'BATTERY_LOW' }]],
  [
    'not to charge one that is being charged',
    { battery: { percent: 12, volts: null, at }, externalPower: { connected: true, at, since: null } },
    [],
  ],
  [
    'to look after one whose power was cut',
    { externalPower: { connected: false, at, since: at } },
    [{ kind: 'POWER_CUT', since: at }],
  ],
  ['nothing of one that never had power', { externalPower: { connected: false, at, since: null } }, []],
  [
    'to look after one that is silent',
    { lastActiveAt: '2026-11-20T19:00:00Z' },
    [{ kind: 'SILENT', since: '2026-11-20T19:00:00Z' }],
  ],
  [
    'to set up what is not',
    {
      setup: [
        { step: 'TRACKER', done: true },
        { step: 'TRACKING', done: false },
      ],
    },
    [{ kind: 'SET_UP', next: 'TRACKING' }],
  ],
  [
    'to look after a guarded one as soon as its alarm misses it',
    { lastActiveAt: '2026-11-21T13:00:00Z', condition: { kind: 'UNWATCHED', why: 'SILENT' } },
    [{ kind: 'SILENT', since: '2026-11-21T13:00:00Z' }],
  ],
  [
    'not to look after an unguarded one for a day',
    { lastActiveAt: '2026-11-21T13:00:00Z', guard: { kind: 'OFF', why: 'MODE' } },
    [],
  ],
  ['to see why the alarm sees nothing', { guard: { kind: 'OFF', why: 'BLIND' } }, [{ kind: 'BLIND' }]],
  ['for an inspection two months ahead', { inspectionDue: '2027-01' }, []],
  ['for an inspection soon', { inspectionDue: '2026-12' }, [{ kind: 'INSPECTION', month: '2026-12', isOver: false }]],
  ['for one that is over', { inspectionDue: '2026-10' }, [{ kind: 'INSPECTION', month: '2026-10', isOver: true }]],
  [
    'for one in the first month of the next season',
    { inspectionDue: '2026-12', season: { fromMonth: 4, toMonth: 10 } },
    [],
  ],
  [
    'nothing of one that is stolen',
    { licenceEndsAt: null, condition: { kind: 'MISSED', stated: 'STOLEN', since: at } },
    [],
  ],
])('asks %s', (_name, differing, tasks) => expect(tasksOf({ ...vehicle, ...differing }, now)).toMatchObject(tasks))

it.each([
  ['2026-11-23T20:00:00Z', []],
  ['2026-11-24T20:00:00Z', [{ kind: 'SEASON_ENDS', lastDay: '2026-11-30' }]],
  ['2026-11-30T20:00:00Z', [{ kind: 'SEASON_ENDS', lastDay: '2026-11-30' }]],
  ['2026-12-01T20:00:00Z', []],
])('at %s of a season until November: %j', (moment, tasks) => {
  const state = { ...vehicle, lastActiveAt: moment, season: { fromMonth: 3, toMonth: 11 } }
  expect(tasksOf(state, new Date(moment))).toEqual(tasks)
})

it('asks for the urgent first', () => {
  const state = { ...vehicle, licenceEndsAt: null, externalPower: { connected: false, at, since: at } }
  expect(tasksOf(state, now).map(({ kind }) => kind)).toEqual(['NO_LICENCE', 'POWER_CUT'])
})

it('asks for what is new before what has been so for a week', () => {
  const since = new Date(now.getTime() - 7 * dayMs).toISOString()
  const state = { ...vehicle, inspectionDue: '2026-11', externalPower: { connected: false, at, since } }
  expect(tasksOf(state, now).map(({ kind }) => kind)).toEqual(['INSPECTION', 'POWER_CUT'])
})
