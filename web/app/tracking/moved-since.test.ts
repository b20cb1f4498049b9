import { expect, test } from 'vitest'
import { movedSince } from './moved-since.ts'

const [alarmed, setOff] = ['2026-11-21T02:23:00Z', '2026-11-21T02:20:00Z']
const suspicion = { alarmId: 'a', kind: 'MOVEMENT', since: alarmed, positions: 4 } as const
const motion = (kind: 'STANDING' | 'MOVING' | 'LAST_MOVING') => ({ kind, since: setOff, exact: true })

test.each([
  ['the alarm was raised, whatever the vehicle does now', suspicion, motion('STANDING'), alarmed],
  ['it set off, while it rides', null, motion('MOVING'), setOff],
  ['it set off, if it was last heard riding', null, motion('LAST_MOVING'), setOff],
  ['nobody knows, once it stands again', null, motion('STANDING'), null],
  ['nobody knows, without a position', null, null, null],
] as const)('a theft is proposed to have begun when %s', (_name, alarm, moves, since) => {
  expect(movedSince({ suspicion: alarm, motion: moves })).toBe(since)
})
