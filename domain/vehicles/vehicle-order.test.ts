import { expect, it } from 'vitest'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { inOrder } from './vehicle-order.ts'

const since = '2026-11-21T19:59:00Z'

type Seen = Pick<VehicleState, 'callForHelp' | 'condition' | 'motion'>
const well: Seen = { callForHelp: null, condition: { kind: 'STANDING' }, motion: null }
const moves: Seen = { ...well, motion: { kind: 'MOVING', since, exact: true } }
const suspected: Seen = { ...well, condition: { kind: 'UNEXPLAINED', since } }
const missed: Seen = { ...moves, condition: { kind: 'MISSED', stated: 'SUSPICIOUS', since } }
const stolen: Seen = { ...well, condition: { kind: 'MISSED', stated: 'STOLEN', since } }
const help: Seen = { ...well, callForHelp: { alarmId: 'a', kind: 'SOS', at: since } }

it.each<[string, (Seen | undefined)[], number[]]>([
  ['their owner’s own order where none stands out', [well, well, well], [0, 1, 2]],
  ['the same order while nothing is known', [undefined, undefined], [0, 1]],
  ['one that moves before those that stand', [well, moves, well], [1, 0, 2]],
  ['a suspected one before one that moves', [moves, suspected], [1, 0]],
  ['one that may be stolen like a suspected one, moving or not', [suspected, missed], [0, 1]],
  ['a stolen one before a suspected one', [missed, suspected, stolen], [2, 0, 1]],
  ['a call for help before all', [stolen, moves, help], [2, 0, 1]],
  ['one of which nothing is known like one that stands', [undefined, moves, well], [1, 0, 2]],
])('lists %s', (_name, states, order) => {
  expect(inOrder([...states.keys()], (index) => states[index])).toEqual(order)
})
