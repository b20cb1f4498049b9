import { expect, test } from 'vitest'
import { personState } from './person-state.ts'

const at = (day: number) => new Date(Date.UTC(2026, 5, day))
const invited = { invitationEndsAt: at(8), acceptedAt: null, endsAt: null }

test.each([
  ['waits for an answer', invited, 'INVITED'],
  ['was not answered in time', { ...invited, invitationEndsAt: at(5) }, 'EXPIRED'],
  [
    'was accepted, also when the invitation would be over',
    { ...invited, invitationEndsAt: at(4), acceptedAt: at(3) },
    'ACCEPTED',
  ],
  ['lasts until its end', { ...invited, acceptedAt: at(3), endsAt: at(6) }, 'ACCEPTED'],
  ['is over from its end on', { ...invited, acceptedAt: at(3), endsAt: at(5) }, 'ENDED'],
  ['is over before it was accepted', { ...invited, endsAt: at(5) }, 'ENDED'],
] as const)('what %s', (_what, times, state) => {
  expect(personState(times, at(5))).toBe(state)
})
