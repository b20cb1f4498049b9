import type { Alarm } from '#contract/alarms.ts'
import { alarmTexts } from './texts.ts'
import { formatTime } from '#web/kit/formats.ts'

type Hop = Alarm['hops'][number]

/** What became of the message to an emergency contact, and whether they have answered. */
export function hopInWords({ email, state, dueAt, endedAt, answeredAt }: Hop): string {
  const texts = alarmTexts.log.hops
  const who = email ?? texts.nobody
  if (answeredAt !== null) return texts.answered(who, formatTime(answeredAt))
  if (state === 'SENT' && endedAt !== null) return texts.sent(who, formatTime(endedAt))
  if (state === 'QUEUED') return texts.waits(who, formatTime(dueAt))
  return texts.states[state](who)
}
