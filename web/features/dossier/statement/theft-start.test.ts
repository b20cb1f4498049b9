import { expect, test } from 'vitest'
import type { DossierState } from '#contract/dossier/dossier.ts'
import { proposedStart } from './theft-start.ts'

const at = (time: string) => `2026-11-21T${time}:00.000Z`
const now = new Date(at('09:00'))
const recovered = { state: 'RECOVERED', since: at('06:00'), setAt: at('06:00') } as const
const moved = { changes: [], beganAt: at('02:20') }

test.each<[string, DossierState, Parameters<typeof proposedStart>[0], string | null]>([
  ['when the movement began', 'STOLEN', moved, at('02:20')],
  ['then also as a suspicion', 'SUSPICIOUS', moved, at('02:20')],
  ['now, if nothing is known', 'STOLEN', { ...moved, beganAt: null }, null],
  ['now, if the movement lies before it was back', 'STOLEN', { ...moved, changes: [recovered] }, null],
  ['never with a movement, if it is back', 'RECOVERED', moved, null],
])('a theft is proposed to have begun %s', (_name, state, dossier, expected) => {
  expect(proposedStart(dossier, state, now)).toBe(expected)
})
