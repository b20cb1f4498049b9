import type { EmergencyContactState } from '#contract/emergency-contacts/emergency-contacts.ts'

/** What is known of a contact; `leftAt`: left or declined. */
export interface ContactTimes {
  invitationEndsAt: Date
  acceptedAt: Date | null
  leftAt: Date | null
}

export function contactState({ invitationEndsAt, acceptedAt, leftAt }: ContactTimes, now: Date): EmergencyContactState {
  if (leftAt !== null) return 'LEFT'
  if (acceptedAt !== null) return 'ACCEPTED'
  return invitationEndsAt <= now ? 'EXPIRED' : 'INVITED'
}
