import { expect, test } from 'vitest'
import { stateBadge } from './now-words.ts'

const now = new Date('2026-11-21T18:00:00Z')
const since = '2026-11-21T02:23:00Z'
const armed = { kind: 'ARMED' } as const

test.each([
  ['armed', null, armed, 'Alarm scharf', 'success'],
  ['off', null, { kind: 'OFF', why: 'NOT_TRACKED' }, 'Alarm aus: Tracking ist aus', 'plain'],
  ['paused', null, { kind: 'PAUSED', pause: 'RIDE', until: since }, 'Alarm pausiert bis zur Ankunft', 'warning'],
  ['reported stolen, whatever the alarm does', { state: 'STOLEN', since }, armed, 'Als gestohlen gemeldet', 'danger'],
  ['suspected by its owner', { state: 'SUSPICIOUS', since }, armed, 'Verdacht gemeldet', 'danger'],
  ['back', { state: 'RECOVERED', since }, armed, 'Alarm scharf', 'success'],
] as const)('a vehicle that is %s says so', (_name, stated, guard, name, kind) => {
  expect(stateBadge({ stated, guard }, now)).toEqual({ name, kind })
})
