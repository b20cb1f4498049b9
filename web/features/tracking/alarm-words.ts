import type { Alarm, GuardState, LetterState } from '#contract/alarms.ts'
import { limits } from '#contract/limits.ts'
import { alarmTexts } from './alarm-texts.ts'
import { pushHopsOf } from './push-words.ts'
import { formatDayTime, formatExactTime, formatNumber, formatTime, formatWait, oClock } from '#web/kit/formats.ts'

interface StateInWords {
  name: string
  kind: 'success' | 'warning' | 'plain'
  sentences: string[]
}

/** What the screen knows of the device beside its alarm. */
export interface GuardedDevice {
  trackingEnabled: boolean
  /** Its last positions were not kept. */
  isLost: boolean
}

/** Whether the alarm wakes, in a word and in sentences. */
export function stateInWords(state: GuardState, { trackingEnabled, isLost }: GuardedDevice, now: Date): StateInWords {
  const { states, demo, off, guarding, blind, counted, quiet, usedUp } = alarmTexts
  if (!state.guarded) return { name: states.off, kind: 'plain', sentences: [trackingEnabled ? demo : off] }
  const sent = counted(formatNumber(state.sentToday))
  if (state.pause !== null)
    return { name: states.paused, kind: 'warning', sentences: [pauseInWords(state.pause, now), sent] }
  if (isLost) return { name: states.blind, kind: 'warning', sentences: [blind, sent] }
  const isUsedUp = state.sentToday >= limits.alarms.perDay
  const next = isUsedUp ? [usedUp] : state.quietUntil === null ? [] : [quiet(oClock(formatTime(state.quietUntil)))]
  return { name: states.guarding, kind: 'success', sentences: [guarding, sent, ...next] }
}

function pauseInWords({ kind, until }: NonNullable<GuardState['pause']>, now: Date): string {
  const { pause } = alarmTexts
  const seconds = Math.max(0, (Date.parse(until) - now.getTime()) / 1000)
  const words = kind === 'RIDE' ? pause.ride : pause.until
  return words(oClock(formatDayTime(until)), formatWait(seconds))
}

export interface Hop {
  name: string
  /** Null while it is still to come. */
  at: string | null
}

/** How far a test alarm has come. Not every mail server reports what became of a letter: that hop is never waited for. */
export function hopsOf({ detectedAt, letter, pushes }: Alarm): Hop[] {
  const { hops } = alarmTexts.test
  return [
    { name: hops.queued, at: formatExactTime(detectedAt) },
    { name: hops.sending, at: letter.begunAt && formatExactTime(letter.begunAt) },
    ...takenHopOf(letter),
    ...reportHopOf(letter),
    ...pushHopsOf(pushes),
  ]
}

/** What was refused for good will not be taken any more. */
function takenHopOf({ state, endedAt }: Alarm['letter']): Hop[] {
  const { sent } = alarmTexts.test.hops
  if (!hasAnswer(state)) return [{ name: sent, at: null }]
  return endedAt === null ? [] : [{ name: sent, at: formatExactTime(endedAt) }]
}

function reportHopOf({ state, reportedAt }: Alarm['letter']): Hop[] {
  if (reportedAt === null || (state !== 'DELIVERED' && state !== 'BOUNCED')) return []
  const { delivered, bounced } = alarmTexts.test.hops
  return [{ name: state === 'DELIVERED' ? delivered : bounced, at: formatExactTime(reportedAt) }]
}

/** A mail server took it, or for good did not. */
function hasAnswer(state: LetterState): boolean {
  return state === 'SENT' || state === 'DELIVERED' || state === 'BOUNCED'
}

/** Whether the last letter that a mail server answered for came back. @param log the newest first. */
export function doLettersReturn(log: readonly Pick<Alarm, 'letter'>[]): boolean {
  return log.find(({ letter }) => hasAnswer(letter.state))?.letter.state === 'BOUNCED'
}

/** Whether news of a letter or a push message are a matter of seconds: not where it was refused and is tried again. */
export function isExpectedSoon({ letter, pushes }: Pick<Alarm, 'letter' | 'pushes'>): boolean {
  return [letter, ...pushes].some(
    ({ state, endedAt }) => state === 'SENDING' || (state === 'QUEUED' && endedAt === null),
  )
}

/** What became of an alarm's letter. */
export function letterInWords({ state, endedAt, reportedAt }: Alarm['letter']): string {
  const { queued, sending, sent, failed, delivered, bounced } = alarmTexts.log
  const timeOf = (instant: string | null) => (instant === null ? '' : formatTime(instant))
  switch (state) {
    case 'QUEUED':
      return queued
    case 'SENDING':
      return sending
    case 'FAILED':
      return failed
    case 'SENT':
      return sent(timeOf(endedAt))
    case 'DELIVERED':
      return delivered(timeOf(reportedAt))
    case 'BOUNCED':
      return bounced(timeOf(reportedAt))
  }
}
