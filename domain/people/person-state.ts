import type { PersonState } from '#contract/people/people.ts'

export interface PersonTimes {
  invitationEndsAt: Date
  acceptedAt: Date | null
  endsAt: Date | null
}

export function personState({ invitationEndsAt, acceptedAt, endsAt }: PersonTimes, now: Date): PersonState {
  if (endsAt !== null && endsAt <= now) return 'ENDED'
  if (acceptedAt !== null) return 'ACCEPTED'
  return invitationEndsAt <= now ? 'EXPIRED' : 'INVITED'
}
