import { expect, test } from 'vitest'
import type { VehicleState } from '#contract/vehicles.ts'
import { travelledRange } from './travelled-range.ts'

const at = (day: number, time: string) => `2026-11-${day}T${time}:00.000Z`
const seen = at(21, '04:10')
const suspicion = { alarmId: 'open', kind: 'MOVEMENT', since: at(21, '02:23'), positions: 4 } as const
const looked = (id: string, instant: string) => ({ id, at: instant })
const stated = (state: 'PARKED' | 'STOLEN' | 'RECOVERED') => ({ state, since: at(21, '02:00') })

type Vehicle = Parameters<typeof travelledRange>[0]
const position: VehicleState['position'] = { latitude: 49, longitude: 8.4, recordedAt: seen }
const calm: Vehicle = { position, suspicion: null, stated: null }

test.each<[string, Vehicle, Parameters<typeof travelledRange>[1], [string, string] | null]>([
  ['without an alarm there is none', calm, null, null],
  ['from an unanswered alarm on', { ...calm, suspicion }, null, [suspicion.since, seen]],
  [
    'from it on, also if its e-mail leads here',
    { ...calm, suspicion },
    looked('open', at(21, '02:23')),
    [at(21, '02:23'), seen],
  ],
  ['from a reported theft on', { ...calm, stated: stated('STOLEN') }, null, [at(21, '02:00'), seen]],
  [
    'from its alarm on, once the theft is reported',
    { ...calm, stated: stated('STOLEN') },
    looked('old', at(19, '02:00')),
    [at(19, '02:00'), seen],
  ],
  ['none once the vehicle is back', { ...calm, stated: stated('RECOVERED') }, null, null],
  ['a day from an answered alarm', calm, looked('old', at(19, '02:00')), [at(19, '02:00'), at(20, '02:00')]],
  ['until now from an answered alarm of today', calm, looked('old', at(21, '01:00')), [at(21, '01:00'), seen]],
  ['nothing was heard since the alarm', { ...calm, suspicion }, looked('open', seen), null],
  ['without a position there is none', { ...calm, position: null, suspicion }, null, null],
])('the way that is drawn: %s', (_name, vehicle, alarm, expected) => {
  const range = travelledRange(vehicle, alarm)
  expect(range && [range.start, range.end]).toEqual(expected)
})
