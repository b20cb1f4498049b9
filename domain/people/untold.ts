import { personChannels, type PersonTopic } from '#contract/messages/message-wishes.ts'
import { type Declined, declinedName } from '#domain/messages/message-fate.ts'

/** How messages about a vehicle reach an invited person. */
export interface Reach {
  /** What they do not want about it. */
  declined: readonly Declined[]
  /** Whether a browser of theirs gets push messages. */
  hasBrowser: boolean
  /** While their account is disabled, nothing is sent. */
  isDisabled: boolean
}

/** What an owner relies on others for. */
const reliedOn = ['THEFT', 'HELP'] as const satisfies readonly PersonTopic[]

/** About what no message reaches them in any way: push alone is none where no browser gets it. */
export function untoldOf({ declined, hasBrowser, isDisabled }: Reach): PersonTopic[] {
  const ways = personChannels.filter((channel) => channel !== 'PUSH' || hasBrowser)
  return reliedOn.filter(
    (topic) => isDisabled || ways.every((channel) => declined.includes(declinedName(topic, channel))),
  )
}
