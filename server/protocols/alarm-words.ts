import { isCallForHelp } from '#contract/alarms/alarms.ts'
import { signalOf } from '#domain/alarms/tracker-signals.ts'

const longestAlarm = 100
const mostTexts = 10

/** What an app or another server says about alarms in one report. */
interface SaidAlarm {
  /** At most one counts, a call for help before all. */
  alarm: string | null
  /** Words that mean nothing here. */
  unread: string[]
}

/** @param values each a text of one or several alarms, separated by commas; anything else says nothing. */
export function alarmIn(values: readonly unknown[]): SaidAlarm {
  const words = values
    .slice(0, mostTexts)
    .flatMap((value) => (typeof value === 'string' ? value.slice(0, longestAlarm).split(',') : []))
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const isSignal = (word: string) => signalOf(word) !== null
  const unread = words.filter((word) => !isSignal(word))
  const [help] = words.flatMap((word) => helpIn(word) ?? [])
  return { alarm: help ?? words.find(isSignal) ?? words[0] ?? null, unread: unread.map(named) }
}

/** `sos`, `fall` or `accident`, as all protocols write it; null if the word is no call for help. */
function helpIn(word: string): string | null {
  const signal = signalOf(word)
  return signal !== null && isCallForHelp(signal) ? signal.toLowerCase() : null
}

/** Somebody may have typed anything: what is no single word, as a number or a place, is shown as nothing but an alarm. */
function named(word: string): string {
  return /^[a-z_]{1,24}$/i.test(word) ? `alarm ${word}` : 'alarm'
}
