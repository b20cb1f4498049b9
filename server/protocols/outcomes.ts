import type { Logger } from 'pino'
import { gatewayServerLimits } from '#contract/gateway-limits.ts'
import { minuteMs } from '#contract/time-units.ts'
import type { Figures } from '#server/figures.ts'
import type { LogNames } from '#server/log-names.ts'
import type { Report } from './protocol.ts'

/** What becomes of reports: counted, and told of each tracker when it changes. */
export interface Outcomes {
  /** @param identity null where nobody is named, as in noise from the internet. */
  note(gateway: string, identity: string | null, outcome: string): void
  /** What a report of a known tracker contains that nobody reads: each kind is counted, and logged once of each tracker. */
  noteUnread(gateway: string, report: Pick<Report, 'identity' | 'unread'>): void
  /** A connection has ended, and why. */
  noteEnd(gateway: string, end: { identity: string | null; address: string; outcome: string }): void
  close(): void
}

/** Words of trackers become a label of the figures, so they are short and only so many. */
const unreadWord = /^[\w ]{1,40}$/

/** All these mean that a tracker reports and that all is well: they come in turn. */
const well = new Set(['STORED', 'DUPLICATE', 'THINNED_OUT'])
/** These are no tracker's: everybody has them at the same time. */
const everybodys = new Set(['FAILED'])

/**
 * A line for every report would be most of the log, and say the least. So the log has a line of a tracker when what becomes of
 * its reports changes, and one of each protocol for every minute.
 */
export function createOutcomes({ log, names, figures }: { log: Logger; names: LogNames; figures: Figures }): Outcomes {
  const last = new Map<string, string>()
  const unreadKinds = new Set<string>()
  const logged = new Set<string>()
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

  const remember = (identity: string, kind: string) => {
    last.delete(identity)
    last.set(identity, kind)
    if (last.size <= gatewayServerLimits.rememberedTrackers) return
    const [longestSilent] = last.keys()
    if (longestSilent !== undefined) last.delete(longestSilent)
  }

  return {
    note(gateway, identity, outcome) {
      figures.count('wegwarte_reports_total', { protocol: gateway, outcome })
      const counts = ofMinute.get(gateway) ?? new Map<string, number>()
      ofMinute.set(gateway, counts)
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      if (identity === null || everybodys.has(outcome)) return
      const kind = well.has(outcome) ? 'STORED' : outcome
      const before = last.get(identity)
      remember(identity, kind)
      if (kind === before || linesLeft === 0) return
      linesLeft -= 1
      log.info({ gateway, tracker: names.tracker(identity), outcome, ...(before !== undefined && { before }) })
    },
    noteUnread(gateway, { identity, unread = [] }) {
      for (const kind of unread.map(kindOf)) {
        figures.count('wegwarte_unread_total', { protocol: gateway, kind })
        const line = `${identity} ${kind}`
        if (logged.has(line) || linesLeft === 0) continue
        if (logged.size >= gatewayServerLimits.rememberedTrackers) logged.clear()
        logged.add(line)
        linesLeft -= 1
        log.warn({ gateway, tracker: names.tracker(identity), unread: kind })
      }
    },
    noteEnd(gateway, { identity, address, outcome }) {
      figures.count('wegwarte_connections_ended_total', { protocol: gateway, outcome })
      const who = { ...(identity !== null && { tracker: names.tracker(identity) }), caller: names.caller(address) }
      log.info({ gateway, ...who, outcome })
    },
    close() {
      clearInterval(timer)
      sayMinute()
    },
  }
}
