import type { Logger } from 'pino'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Pseudonyms } from '#server/platform/pseudonyms.ts'
import type { Report } from './protocol.ts'

/** The outcomes of reports: counted, and logged for each tracker when they change. */
export interface ReceptionLog {
  /** Its counters begin at 0. */
  expect(gateway: string): void
  /** @param identity null where nobody is named, as in noise from the internet. */
  note(gateway: string, identity: string | null, outcome: string): void
  /** What a report of a known tracker contains that nobody reads: each kind is counted, also of each tracker, and logged the first, the tenth, the hundredth time. */
  noteUnread(gateway: string, report: Pick<Report, 'identity' | 'unread'>): void
  /** A connection has ended, and why. */
  noteEnd(gateway: string, end: { identity: string | null; address: string; outcome: string }): void
  close(): void
}

/** Words of trackers become a label of the metrics, so they are short and only so many. */
const unreadWord = /^[\w ]{1,40}$/

/** All these mean that a tracker reports and that all is well: they come in turn. */
const well = new Set(['STORED', 'DUPLICATE', 'THINNED_OUT'])
/** What becomes of reports everywhere sooner or later; the other outcomes are counted from their first one on. */
const expected = ['STORED', 'DUPLICATE', 'UNKNOWN_TRACKER', 'WRONG_SECRET', 'RATE_LIMITED', 'FAILED']

/** These are no tracker's: everybody has them at the same time. */
const everybodys = new Set(['FAILED'])

/**
 * A line for every report would be most of the log, and say the least. So the log has a line of a tracker when what becomes of
 * its reports changes, and one of each protocol for every minute.
 */
export function createReceptionLog({
  log,
  names,
  metrics,
}: {
  log: Logger
  names: Pseudonyms
  metrics: Metrics
}): ReceptionLog {
  const last = new Map<string, string>()
  const unreadKinds = new Set<string>()
  /** By tracker and kind: how often, and how often until its next line. */
  const unreadOf = new Map<string, { times: number; next: number }>()
  let ofMinute = new Map<string, Map<string, number>>()
  let linesLeft: number = gatewayServerLimits.trackerLinesPerMinute

  const sayMinute = () => {
    linesLeft = gatewayServerLimits.trackerLinesPerMinute
    for (const [gateway, counts] of ofMinute) {
      log.info({ gateway, outcomes: Object.fromEntries(counts) }, 'reports of a minute')
    }
    ofMinute = new Map()
  }
  const timer = setInterval(sayMinute, minuteMs).unref()

  const kindOf = (word: string) => {
    if (unreadKinds.size < gatewayServerLimits.unreadKinds && unreadWord.test(word)) unreadKinds.add(word)
    return unreadKinds.has(word) ? word : 'other'
  }

  return {
    expect(gateway) {
      for (const outcome of expected) metrics.count('wegwarte_reports_total', { protocol: gateway, outcome }, 0)
      for (const outcome of ['CLOSED', 'FAILED']) {
        metrics.count('wegwarte_connections_ended_total', { protocol: gateway, outcome }, 0)
      }
      metrics.count('wegwarte_unread_total', { protocol: gateway, kind: 'other' }, 0)
    },
    note(gateway, identity, outcome) {
      metrics.count('wegwarte_reports_total', { protocol: gateway, outcome })
      const counts = ofMinute.get(gateway) ?? new Map<string, number>()
      ofMinute.set(gateway, counts)
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      if (identity === null || everybodys.has(outcome)) return
      const kind = well.has(outcome) ? 'STORED' : outcome
      const before = last.get(identity)
      remember(last, identity, kind)
      if (kind === before || linesLeft === 0) return
      linesLeft -= 1
      log.info({ gateway, tracker: names.tracker(identity), outcome, ...(before !== undefined && { before }) })
    },
    noteUnread(gateway, { identity, unread = [] }) {
      for (const kind of unread.map(kindOf)) {
        metrics.count('wegwarte_unread_total', { protocol: gateway, kind })
        const about = `${identity} ${kind}`
        const before = unreadOf.get(about) ?? { times: 0, next: 1 }
        const times = before.times + 1
        const isTold = times >= before.next && linesLeft > 0
        remember(unreadOf, about, { times, next: isTold ? 10 ** Math.ceil(Math.log10(times + 1)) : before.next })
        if (!isTold) continue
        linesLeft -= 1
        log.warn({ gateway, tracker: names.tracker(identity), unread: kind, times })
      }
    },
    noteEnd(gateway, { identity, address, outcome }) {
      metrics.count('wegwarte_connections_ended_total', { protocol: gateway, outcome })
      const who = { ...(identity !== null && { tracker: names.tracker(identity) }), caller: names.caller(address) }
      log.info({ gateway, ...who, outcome })
    },
    close() {
      clearInterval(timer)
      sayMinute()
    },
  }
}

/** Only so many are remembered: the one that was silent longest is forgotten. */
function remember<Known>(all: Map<string, Known>, name: string, known: Known): void {
  all.delete(name)
  all.set(name, known)
  if (all.size <= gatewayServerLimits.rememberedTrackers) return
  const [longestSilent] = all.keys()
  if (longestSilent !== undefined) all.delete(longestSilent)
}
