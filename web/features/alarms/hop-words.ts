import type { Alarm } from '#contract/alarms/alarms.ts'
import { alarmTexts } from './texts.ts'
import { formatTime } from '#web/texts/formats.ts'

type Hop = Alarm['hops'][number]

const texts = alarmTexts.log.hops

/** Messages to emergency contacts, in their order, and to their phones: a sentence for each contact. */
export function contactsInWords(hops: readonly Hop[]): string[] {
  const numbers = new Set(hops.map(({ number }) => number).filter((number) => number > 0))
  return [...numbers].map((wanted) => {
    const [own, next] = [wanted, wanted + 1].map((each) => hops.filter(({ number }) => number === each))
    return contactInWords(own ?? [], next ?? [])
  })
}

function contactInWords(hops: readonly Hop[], next: readonly Hop[]): string {
  const email = hops.filter(({ channel }) => channel === 'EMAIL').map(emailInWords)
  // The server makes the next one's turn begin when the last message to this one was lost.
  const isCause = next.some(({ dueAt }) => hops.some(({ endedAt }) => endedAt === dueAt))
  return [...email, ...hops.filter(isWorthTelling).map(phoneInWords), ...(isCause ? [texts.nextAtOnce] : [])].join(
    ' · ',
  )
}

/** What became of the message to the owner's phone; null if there is none. */
export function ownersPhoneInWords(hops: readonly Hop[]): string | null {
  const hop = hops.find(({ number }) => number === 0)
  return hop === undefined ? null : phoneInWords(hop)
}

/** What becomes of the message to an emergency contact, and whether they have answered. */
function emailInWords({ email, state, dueAt, endedAt, answeredAt }: Hop): string {
  const who = email ?? texts.nobody
  if (answeredAt !== null) return texts.answered(who, formatTime(answeredAt))
  if (state === 'SENT' && endedAt !== null) return texts.sent(who, formatTime(endedAt))
  if (state === 'QUEUED') return texts.waits(who, formatTime(dueAt))
  return texts.states[state](who)
}

/** While a contact's phone waits with the e-mail, or is not needed either, that is said once. */
function isWorthTelling({ channel, state, tries }: Hop): boolean {
  return channel !== 'EMAIL' && state !== 'STOPPED' && (state !== 'QUEUED' || tries > 0)
}

function phoneInWords({ channel, state, tries, dueAt, endedAt }: Hop): string {
  const { channels, taken, waits, again, givenUp, states } = texts.phone
  const what = channels[channel]
  if (state === 'SENT' && endedAt !== null) return taken(what, formatTime(endedAt))
  if (state === 'QUEUED') return tries === 0 ? waits(what, formatTime(dueAt)) : again(what, tries)
  return state === 'FAILED' ? givenUp(what, tries) : states[state](what)
}
