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
 * the others, were they a thousand, and also where this process has just started and remembers nobody. Who reports stands
 * in the message: so it is decoded first, over HTTP and UDP, too, and every decoder takes time that only grows with its
 * length (`fuzz.test.ts`; 1 MB of OwnTracks under 50 ms).
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
  /** By network and tracker: guessing at its secret must not go on for ever. */
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
      const question = `${networkOf(address)} ${identity}`
      if (questions.take(question, now.getTime()) > 0) return waitSeconds
      if (!(await isKnown(report))) return waitSeconds
      // One that is known may be forgotten and asked for again, as often as it reports.
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

/** Frames that one connection may send: as many reports as a tracker may, whoever it says it is. */
export function createFrameLimit(): { wait(now: Date): number } {
  const { gateway } = serverLimits
  const frames = createBuckets(gateway.fixBurstPerTracker, gateway.fixesPerTrackerPerSecond, 1)
  return { wait: (now) => frames.take('', now.getTime()) }
}

/** A connection's place among those on which nobody has said who he is. Both may be called at any time, and again. */
export interface WaitingPlace {
  take(): void
  leave(): void
}

/**
 * Bounds the connections on which nobody has said who he is. Whoever comes gets in: of too many, the one ends that has
 * waited longest of those that came from the network with the most. Whose report is being answered does not wait.
 * @param most how many may wait.
 */
export function createWaitingRoom(most: number): (address: string, end: () => void) => WaitingPlace {
  /** By network, how to end each, the one that has waited longest first. */
  const waiting = new Map<string, Set<() => void>>()
  let count = 0
  const remove = (network: string, end: () => void) => {
    const ends = waiting.get(network)
    if (ends?.delete(end) !== true) return
    count -= 1
    if (ends.size === 0) waiting.delete(network)
  }
  const endOne = () => {
    const [network, ends] = [...waiting].reduce((one, other) => (other[1].size > one[1].size ? other : one))
    const [waitedLongest] = ends
    if (waitedLongest === undefined) return
    remove(network, waitedLongest)
    waitedLongest()
  }
  return (address, end) => {
    const network = networkOf(address)
    const leave = () => remove(network, end)
    const take = () => {
      leave()
      waiting.set(network, (waiting.get(network) ?? new Set()).add(end))
      count += 1
      if (count > most) endOne()
    }
    return { take, leave }
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
