import { expect, test } from 'vitest'
import { contactState } from './contact-state.ts'

const now = new Date('2026-06-08T08:00:00Z')
const earlier = new Date(now.getTime() - 1)
const later = new Date(now.getTime() + 1)
const invited = { invitationEndsAt: later, acceptedAt: null, leftAt: null }

test.each([
  ['invited', invited, 'INVITED'],
  ['too late to accept', { ...invited, invitationEndsAt: now }, 'EXPIRED'],
  ['accepted, for good', { ...invited, invitationEndsAt: earlier, acceptedAt: earlier }, 'ACCEPTED'],
  ['left after having accepted', { ...invited, acceptedAt: earlier, leftAt: now }, 'LEFT'],
  ['declined', { ...invited, leftAt: now }, 'LEFT'],
])('%s', (_name, times, state) => expect(contactState(times, now)).toBe(state))
