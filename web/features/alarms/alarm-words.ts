import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Alarm, GuardState, EmailState } from '#contract/alarms/alarms.ts'
import { alarmTexts } from './texts.ts'
import { pushHopsOf } from './push-words.ts'
import {
  formatDayTime,
  formatDistance,
  formatExactTime,
  formatNumber,
  formatTime,
  formatWait,
  oClock,
} from '#web/texts/formats.ts'

interface StateInWords {
  name: string
  kind: 'success' | 'warning' | 'plain'
  sentences: string[]
}

/** What the screen knows of the device besides its alarm. */
export interface GuardedDevice {
  /** Its last positions were discarded. */
  isLost: boolean
  /** Of the demo world, where nothing is sent. */
  isDemo: boolean
}

/** The state of the alarm, in a word and in sentences. */
export function stateInWords(state: GuardState, { isLost, isDemo }: GuardedDevice, now: Date): StateInWords {
  const { states, demo, off, guarding, blind, counted, quiet, usedUp } = alarmTexts
  if (!state.guarded) return { name: states.off, kind: 'plain', sentences: [off] }
  const sent = isDemo ? demo : counted(formatNumber(state.sentToday))
  if (state.pause !== null)
    return { name: states.paused, kind: 'warning', sentences: [pauseInWords(state.pause, now), sent] }
  if (isLost) return { name: states.blind, kind: 'warning', sentences: [blind, sent] }
  const isUsedUp = state.sentToday >= alarmsLimits.perDay
  const next = isUsedUp ? [usedUp] : state.quietUntil === null ? [] : [quiet(oClock(formatTime(state.quietUntil)))]
  return { name: states.guarding, kind: 'success', sentences: [guarding, sent, ...next] }
}

/** How closely the alarm looks, in sentences. */
export function sightInWords(sight: GuardState['sight']): string[] {
  if (sight === null) return []
  const { every, once, erred } = alarmTexts.sight
  const metres = formatDistance(sight.radiusMetres)
  const reach = sight.everySeconds === null ? once(metres) : every(formatWait(Math.max(2, sight.everySeconds)), metres)
  return sight.hasErred ? [reach, erred] : [reach]
}

function pauseInWords({ kind, until }: NonNullable<GuardState['pause']>, now: Date): string {
  const { pause } = alarmTexts
  if (until === null) return pause.open
  const seconds = Math.max(0, (Date.parse(until) - now.getTime()) / 1000)
  const words = kind === 'RIDE' ? pause.untilArrival : pause.until
  return words(oClock(formatDayTime(until)), formatWait(seconds))
}

export interface Hop {
  name: string
  /** Null while it is still to come. */
  at: string | null
}

/** How far a test alarm has come. Not every mail server reports what became of an e-mail, so the last hop is not awaited. */
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

/** An e-mail that was refused for good will never be taken. */
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

/** A mail server has taken it, or has refused it for good. */
function hasAnswer(state: EmailState): boolean {
  return state === 'SENT' || state === 'DELIVERED' || state === 'BOUNCED'
}

/** Whether the last e-mail with an answer of a mail server came back. @param log the newest first. */
export function areEmailsReturned(log: readonly Pick<Alarm, 'letter'>[]): boolean {
  return log.find(({ letter }) => hasAnswer(letter.state))?.letter.state === 'BOUNCED'
}

/** Whether news of an e-mail or push message is expected within seconds: not if it was refused and is tried again later. */
export function isExpectedSoon({ letter, pushes }: Pick<Alarm, 'letter' | 'pushes'>): boolean {
  const waitsForItsTurn = letter.state === 'QUEUED' && letter.dueAt !== null
  return [...(waitsForItsTurn ? [] : [letter]), ...pushes].some(
    ({ state, endedAt }) => state === 'SENDING' || (state === 'QUEUED' && endedAt === null),
  )
}

/** What became of an alarm's e-mail. */
export function emailInWords({ state, dueAt, begunAt, endedAt, reportedAt }: Alarm['letter']): string {
  const { queued, due, stopped, sending, sent, failed, delivered, bounced } = alarmTexts.log
  const timeOf = (instant: string | null) => (instant === null ? '' : formatTime(instant))
  switch (state) {
    case 'QUEUED':
      return dueAt !== null && begunAt === null ? due(timeOf(dueAt)) : queued
    case 'STOPPED':
      return stopped
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
