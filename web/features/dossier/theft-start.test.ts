import { expect, test } from 'vitest'
import type { Dossier, DossierState } from '#contract/dossier.ts'
import { proposedStart } from './theft-start.ts'

const at = (time: string) => `2026-11-21T${time}:00.000Z`
const now = new Date(at('09:00'))
const nothing: Parameters<typeof proposedStart>[0] = { changes: [], suggestion: null, movedSince: null }
const alarm: Dossier['suggestion'] = { kind: 'MOVEMENT', seenAt: at('02:23') }
const recovered = { state: 'RECOVERED', since: at('06:00'), setAt: at('06:00') } as const

test.each<[string, DossierState, typeof nothing, string | null, string | null]>([
  [
    'when it was seen to set off',
    'STOLEN',
    { ...nothing, suggestion: alarm, movedSince: at('02:20') },
    at('02:25'),
    at('02:25'),
  ],
  ['with its alarm', 'STOLEN', { ...nothing, suggestion: alarm, movedSince: at('02:20') }, null, at('02:23')],
  [
    'with its last movement, where there was no alarm',
    'STOLEN',
    { ...nothing, movedSince: at('02:20') },
    null,
    at('02:20'),
  ],
  ['with it also as a suspicion', 'SUSPICIOUS', { ...nothing, movedSince: at('02:20') }, null, at('02:20')],
  ['now, if nothing is known', 'STOLEN', nothing, null, null],
  [
    'now, if the movement lies before it was back',
    'STOLEN',
    { ...nothing, changes: [recovered], movedSince: at('02:20') },
    null,
    null,
  ],
  ['never with a movement, if it is back', 'RECOVERED', { ...nothing, movedSince: at('02:20') }, null, null],
])('a theft is proposed to have begun %s', (_name, state, dossier, movedSince, expected) => {
  expect(proposedStart(dossier, state, movedSince, now)).toBe(expected)
})
