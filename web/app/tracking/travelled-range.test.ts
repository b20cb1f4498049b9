import { expect, test } from 'vitest'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { travelledRange } from './travelled-range.ts'

const at = (day: number, time: string) => `2026-11-${day}T${time}:00.000Z`
const seen = at(21, '04:10')
const suspicion = {
  kind: 'ALARM',
  alarmId: 'open',
  alarmKind: 'MOVEMENT',
  since: at(21, '02:23'),
  positions: 4,
  sent: { emailDueAt: null, emailedAt: null, emailFailed: false, pushedAt: null },
} as const
const looked = (id: string, instant: string) => ({ id, at: instant })
const stolen = { kind: 'MISSED', stated: 'STOLEN', since: at(21, '02:00') } as const
const back = { kind: 'BACK', since: at(21, '02:00') } as const

type Vehicle = Parameters<typeof travelledRange>[0]
const position: VehicleState['position'] = { latitude: 49, longitude: 8.4, recordedAt: seen }
const calm: Vehicle = { position, condition: { kind: 'STANDING' } }

test.each<[string, Vehicle, Parameters<typeof travelledRange>[1], [string, string] | null]>([
  ['without an alarm there is none', calm, null, null],
  ['from an unanswered alarm on', { ...calm, condition: suspicion }, null, [suspicion.since, seen]],
  [
    'from it on, also if its e-mail leads here',
    { ...calm, condition: suspicion },
    looked('open', at(21, '02:23')),
    [at(21, '02:23'), seen],
  ],
  ['from a reported theft on', { ...calm, condition: stolen }, null, [at(21, '02:00'), seen]],
  [
    'from its alarm on, once the theft is reported',
    { ...calm, condition: stolen },
    looked('old', at(19, '02:00')),
    [at(19, '02:00'), seen],
  ],
  ['none once the vehicle is back', { ...calm, condition: back }, null, null],
  ['a day from an answered alarm', calm, looked('old', at(19, '02:00')), [at(19, '02:00'), at(20, '02:00')]],
  ['until now from an answered alarm of today', calm, looked('old', at(21, '01:00')), [at(21, '01:00'), seen]],
  ['nothing was heard since the alarm', { ...calm, condition: suspicion }, looked('open', seen), null],
  ['without a position there is none', { ...calm, position: null, condition: suspicion }, null, null],
])('the way that is drawn: %s', (_name, vehicle, alarm, expected) => {
  const range = travelledRange(vehicle, alarm)
  expect(range && [range.start, range.end]).toEqual(expected)
})
