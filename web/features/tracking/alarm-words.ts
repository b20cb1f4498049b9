import type { Alarm, GuardState } from '#contract/alarms.ts'
import { limits } from '#contract/limits.ts'
import { alarmTexts } from './alarm-texts.ts'
import { arePushesUnderWay, pushHopsOf } from './push-words.ts'
import { formatDayTime, formatExactTime, formatNumber, formatTime, formatWait } from '#web/kit/formats.ts'

interface StateInWords {
  name: string
  kind: 'success' | 'warning' | 'plain'
  sentences: string[]
}

/** Whether the alarm wakes, in a word and in sentences. */
export function stateInWords(state: GuardState, trackingEnabled: boolean, now: Date): StateInWords {
  const { states, demo, off, guarding, counted, quiet, usedUp } = alarmTexts
  if (!state.guarded) return { name: states.off, kind: 'plain', sentences: [trackingEnabled ? demo : off] }
  const sent = counted(formatNumber(state.sentToday))
  if (state.pause !== null)
    return { name: states.paused, kind: 'warning', sentences: [pauseInWords(state.pause, now), sent] }
  const isUsedUp = state.sentToday >= limits.alarms.perDay
  const next = isUsedUp ? [usedUp] : state.quietUntil === null ? [] : [quiet(formatTime(state.quietUntil))]
  return { name: states.guarding, kind: 'success', sentences: [guarding, sent, ...next] }
}

function pauseInWords({ kind, until }: NonNullable<GuardState['pause']>, now: Date): string {
  const { pause } = alarmTexts
  const seconds = Math.max(0, (Date.parse(until) - now.getTime()) / 1000)
  const words = kind === 'RIDE' ? pause.ride : pause.until
  return words(formatDayTime(until), formatWait(seconds))
}

export interface Hop {
  name: string
  /** Null while it is still to come. */
  at: string | null
}

/** How far a test alarm has come. */
export function hopsOf({ detectedAt, letter, pushes }: Alarm): Hop[] {
  const { hops } = alarmTexts.test
  return [
    { name: hops.queued, at: formatExactTime(detectedAt) },
    { name: hops.sending, at: letter.begunAt && formatExactTime(letter.begunAt) },
    {
      name: hops.sent,
      at: letter.state === 'SENT' && letter.endedAt !== null ? formatExactTime(letter.endedAt) : null,
    },
    ...pushHopsOf(pushes),
  ]
}

/** Whether a letter or a push message is still on its way. */
export function isUnderWay({ letter, pushes }: Pick<Alarm, 'letter' | 'pushes'>): boolean {
  return letter.state === 'QUEUED' || letter.state === 'SENDING' || arePushesUnderWay(pushes)
}

/** What became of an alarm's letter. */
export function letterInWords({ state, endedAt }: Alarm['letter']): string {
  const { queued, sending, sent, failed } = alarmTexts.log
  switch (state) {
    case 'QUEUED':
      return queued
    case 'SENDING':
      return sending
    case 'FAILED':
      return failed
    case 'SENT':
      return sent(endedAt === null ? '' : formatTime(endedAt))
  }
}
