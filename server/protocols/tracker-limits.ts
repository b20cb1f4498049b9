import { serverLimits } from '#contract/server-limits.ts'
import { createBuckets } from '#server/buckets.ts'
import { networkOf } from '#server/network.ts'
import type { IsKnown, Report } from './protocol.ts'

/** Who may report how much. Kept in memory: it protects this process, and a restart forgives. */
export interface TrackerLimits {
  /**
   * Seconds until so many reports of this one's tracker, sent together, may be looked at; 0 for now.
   * @throws where nobody could be asked who sends it.
   */
  wait(report: Report, address: string, now: Date, reports?: number): Promise<number>
  /** Remembers what a report turned out to be, for the ones that follow. */
  note(identity: string, address: string, known: boolean): void
}

/**
 * A known tracker may deliver a long backlog at once. Unknown ones count against the address they come from, which then
 * has to wait. Behind the address of a mobile carrier are many: a tracker that the inventory knows is not held back by
 * the others, were they a thousand, and also where this process has just started and remembers nobody.
 * @param isKnown whether a report would be believed; asked only where its address has to wait.
 */
export function createTrackerLimits(isKnown: IsKnown): TrackerLimits {
  const { gateway } = serverLimits
  const trackers = createBuckets(
    gateway.fixBurstPerTracker,
    gateway.fixesPerTrackerPerSecond,
    gateway.rememberedTrackers,
  )
  const strangers = createBuckets(
    gateway.unknownBurstPerAddress,
    gateway.unknownPerAddressPerSecond,
    gateway.rememberedAddresses,
  )
  /** By network and tracker: who guesses at its secret must not go on for ever. */
  const questions = createBuckets(
    gateway.questionsPerStranger,
    gateway.questionsPerStrangerPerSecond,
    gateway.rememberedTrackers,
  )
  return {
    async wait(report, address, now, reports = 1) {
      const { identity } = report
      if (trackers.remembers(identity)) return trackers.take(identity, now.getTime(), reports)
      const waitSeconds = strangers.take(networkOf(address), now.getTime())
      if (waitSeconds === 0) return 0
      if (questions.take(`${networkOf(address)} ${identity}`, now.getTime()) > 0) return waitSeconds
      if (!(await isKnown(report))) return waitSeconds
      trackers.remember(identity)
      return trackers.take(identity, now.getTime(), reports)
    },
    note(identity, address, known) {
      if (trackers.remembers(identity) === known) return
      if (!known) return trackers.forget(identity)
      trackers.remember(identity)
      strangers.giveBack(networkOf(address))
    },
  }
}

/** Frames that one connection may send: as many reports as a tracker may, whoever it says it is. */
export function createFrameLimit(): { wait(now: Date): number } {
  const { gateway } = serverLimits
  const frames = createBuckets(gateway.fixBurstPerTracker, gateway.fixesPerTrackerPerSecond, 1)
  return { wait: (now) => frames.take('', now.getTime()) }
}

/** Counts who has come and not said who he is: `enter` gives how to leave again, null where too many wait already. */
export function createWaitingRoom(): { enter(address: string): (() => void) | null } {
  const waiting = new Map<string, number>()
  return {
    enter(address) {
      const network = networkOf(address)
      const before = waiting.get(network) ?? 0
      if (before >= serverLimits.gateway.strangersPerAddress) return null
      waiting.set(network, before + 1)
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        const left = (waiting.get(network) ?? 1) - 1
        if (left > 0) waiting.set(network, left)
        else waiting.delete(network)
      }
    },
  }
}

/** What a connection holds as long as it lasts. */
export interface Seat {
  /** A known tracker has just spoken on it. */
  take(identity: string): void
  leave(): void
}

/**
 * Counts the connections of each tracker, which does not know which of its old ones are dead: whoever comes gets in, and
 * of too many the one that was silent longest ends. Gives a new connection its seat.
 */
export function createSeats(): (end: () => void) => Seat {
  /** How to end each, the one that was silent longest first. */
  const taken = new Map<string, Set<() => void>>()
  return (end) => {
    let holder = ''
    const leave = () => {
      const ends = taken.get(holder)
      ends?.delete(end)
      if (ends?.size === 0) taken.delete(holder)
    }
    const take = (identity: string) => {
      leave()
      holder = identity
      const ends = (taken.get(identity) ?? new Set()).add(end)
      taken.set(identity, ends)
      const [silentLongest] = ends
      if (ends.size <= serverLimits.gateway.connectionsPerTracker || silentLongest === undefined) return
      ends.delete(silentLongest)
      silentLongest()
    }
    return { take, leave }
  }
}
