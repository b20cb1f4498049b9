import { expect, test } from 'vitest'
import { stateBadge } from './now-words.ts'

const now = new Date('2026-11-21T18:00:00Z')
const since = '2026-11-21T02:23:00Z'
const standing = { kind: 'STANDING' } as const
const armed = { kind: 'ARMED' } as const

test.each([
  ['armed', standing, armed, 'Alarm scharf', 'success'],
  ['off', standing, { kind: 'OFF', why: 'NOT_TRACKED' }, 'Alarm aus: Tracking ist aus', 'plain'],
  ['paused', standing, { kind: 'PAUSED', pause: 'RIDE', until: since }, 'Alarm pausiert bis zur Ankunft', 'warning'],
  [
    'silent, though its alarm is armed',
    { kind: 'UNWATCHED', why: 'SILENT' },
    armed,
    'Alarm ohne Verbindung',
    'warning',
  ],
  ['back', { kind: 'BACK', since }, armed, 'Alarm scharf', 'success'],
] as const)('a vehicle that is %s says so', (_name, condition, guard, name, kind) => {
  expect(stateBadge({ condition, guard }, now)).toEqual({ name, kind })
})
