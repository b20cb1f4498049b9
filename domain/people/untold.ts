import { personChannels, type PersonTopic } from '#contract/messages/message-wishes.ts'
import { type Declined, declinedName } from '#domain/messages/message-fate.ts'

/** How messages about a vehicle reach an invited person. */
export interface Reach {
  /** What they do not want about it. */
  declined: readonly Declined[]
  /** Whether a browser of theirs gets push messages. */
  hasBrowser: boolean
  /** Whether the last e-mail of an alarm came back from the address of their account, as they read in their profile. */
  isEmailReturned: boolean
  /** While their account is disabled, nothing is sent. */
  isDisabled: boolean
}

/** What an owner relies on others for. */
const reliedOn = ['THEFT', 'HELP'] as const satisfies readonly PersonTopic[]

/** About what no message reaches them in any way: push is none where no browser gets it, e-mail none where it comes back. */
export function untoldOf({ declined, hasBrowser, isEmailReturned, isDisabled }: Reach): PersonTopic[] {
  const reaches = { EMAIL: !isEmailReturned, PUSH: hasBrowser }
  const ways = personChannels.filter((channel) => reaches[channel])
  return reliedOn.filter(
    (topic) => isDisabled || ways.every((channel) => declined.includes(declinedName(topic, channel))),
  )
}
