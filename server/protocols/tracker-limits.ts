import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { createTokenBuckets } from '#server/platform/token-buckets.ts'
import { networkOf } from '#server/platform/network.ts'
import type { IsKnown, Report } from './protocol.ts'

/** Who may report how much. Kept in memory: it protects this process, and a restart resets it. */
export interface TrackerLimits {
  /**
   * Seconds until this many reports of this report's tracker, sent together, may be processed; 0 for now.
   * @throws if it could not be looked up who sends it.
   */
  wait(report: Report, address: string, now: Date, reports?: number): Promise<number>
  /** Remembers the outcome of a report for the following ones. */
  note(identity: string, address: string, known: boolean): void
}

/**
 * A known tracker may deliver a long backlog at once. Unknown ones count against their address, which then has to wait.
 * There are many behind the address of a mobile carrier. So a tracker that the inventory knows is not held back by others
 * behind its address, even by a thousand, and even if this process has just started and remembers nobody. The sender is
 * named in the message, so it is decoded first, over HTTP and UDP, too. Every decoder therefore takes time proportional to
 * the length (`fuzz.test.ts`; 1 MB of OwnTracks under 50 ms).
 * @param isKnown whether a report would be accepted; called only if its address has to wait.
 */
export function createTrackerLimits(isKnown: IsKnown): TrackerLimits {
  const trackers = createTokenBuckets(
    gatewayServerLimits.fixBurstPerTracker,
    gatewayServerLimits.fixesPerTrackerPerSecond,
    gatewayServerLimits.rememberedTrackers,
  )
  const strangers = createTokenBuckets(
    gatewayServerLimits.unknownBurstPerAddress,
    gatewayServerLimits.unknownPerAddressPerSecond,
    gatewayServerLimits.rememberedAddresses,
  )
  /** By network and tracker: guessing at its secret must be limited. */
  const questions = createTokenBuckets(
    gatewayServerLimits.questionsPerStranger,
    gatewayServerLimits.questionsPerStrangerPerSecond,
    gatewayServerLimits.rememberedTrackers,
  )
  return {
    async wait(report, address, now, reports = 1) {
      const { identity } = report
      if (trackers.remembers(identity)) return trackers.take(identity, now.getTime(), reports)
      const waitSeconds = strangers.take(networkOf(address), now.getTime())
      if (waitSeconds === 0) return 0
      const question = `${networkOf(address)} ${identity}`
      if (questions.take(question, now.getTime()) > 0) return waitSeconds
      if (!(await isKnown(report))) return waitSeconds
      // A known tracker may be forgotten and looked up again, as often as it reports.
      questions.giveBack(question)
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

/** Frames that one connection may send: as many reports as one tracker may, under any identity. */
export function createFrameLimit(): { wait(now: Date): number } {
  const frames = createTokenBuckets(
    gatewayServerLimits.fixBurstPerTracker,
    gatewayServerLimits.fixesPerTrackerPerSecond,
    1,
  )
  return { wait: (now) => frames.take('', now.getTime()) }
}

/**
 * A connection's place among those whose sender is unknown, in the order in which they came: also after it has left. Both may
 * be called at any time, and repeatedly.
 */
export interface WaitingPlace {
  take(): void
  leave(): void
}

/**
 * Limits the connections whose sender is unknown. New ones always get in. If there are too many of a network, the one ends
 * that came first there; if there are too many in all, that of the network with the most. A connection whose report is being
 * answered does not wait. What it sends shows nothing as long as its sender is unknown: otherwise one that goes on sending
 * would outlast a tracker that has just connected, and is about to log in.
 */
export function createWaitingRoom({
  strangersPerPort,
  strangersPerNetwork,
}: Record<'strangersPerPort' | 'strangersPerNetwork', number>): (address: string, end: () => void) => WaitingPlace {
  interface Stranger {
    number: number
    end(): void
  }
  const waiting = new Map<string, Set<Stranger>>()
  let [count, came] = [0, 0]
  const remove = (network: string, stranger: Stranger) => {
    const strangers = waiting.get(network)
    if (strangers?.delete(stranger) !== true) return
    count -= 1
    if (strangers.size === 0) waiting.delete(network)
  }
  const mostCrowded = () => [...waiting].reduce((one, other) => (other[1].size > one[1].size ? other : one))
  const endOneOf = (network: string, strangers: ReadonlySet<Stranger>) => {
    const first = [...strangers].reduce((one, other) => (other.number < one.number ? other : one))
    remove(network, first)
    first.end()
  }
  return (address, end) => {
    const network = networkOf(address)
    const stranger = { number: (came += 1), end }
    const leave = () => remove(network, stranger)
    const take = () => {
      leave()
      const strangers = (waiting.get(network) ?? new Set()).add(stranger)
      waiting.set(network, strangers)
      count += 1
      if (strangers.size > strangersPerNetwork) endOneOf(network, strangers)
      else if (count > strangersPerPort) endOneOf(...mostCrowded())
    }
    return { take, leave }
  }
}

/** What a connection holds as long as it lasts. */
export interface Seat {
  /** A known tracker has just reported on it. */
  take(identity: string): void
  leave(): void
}

/**
 * Counts the connections of each tracker. A tracker does not know which of its old ones are dead: new ones always get in,
 * and of too many the one that was silent longest ends. Gives a new connection its place.
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
      if (ends.size <= gatewayServerLimits.connectionsPerTracker || silentLongest === undefined) return
      ends.delete(silentLongest)
      silentLongest()
    }
    return { take, leave }
  }
}
