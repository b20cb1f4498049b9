import type { Logger } from 'pino'
import { serverLimits } from '#contract/server-limits.ts'
import { lagByTrackers } from '#domain/own-clock.ts'
import type { Clock } from '#server/clock.ts'

const { doubtedClockSeconds, clockWitnesses, clockWitnessMinutes } = serverLimits.gateway

export type OwnClock = ReturnType<typeof createOwnClock>

/** What a tracker said last: how far its clock was ahead of ours, and when we heard it. */
interface Witness {
  ownerId: string
  leadMs: number
  heardAt: number
}

/**
 * Whether this machine's clock can be believed: it is compared with the database's and with the fixes of many trackers.
 * @param databaseTells whether the database's clock is to be the same, which it is not where the setting CLOCK is used.
 */
export function createOwnClock({ clock, databaseTells, log }: { clock: Clock; databaseTells: boolean; log: Logger }) {
  /** By how much the database's clock was ahead when it was asked last. */
  let databaseLeadMs = 0
  /** By tracker, the one that was heard last at the end. */
  const witnesses = new Map<string, Witness>()
  let wasDoubted = false

  const lagOf = (): number | null => {
    if (databaseTells && Math.abs(databaseLeadMs) > doubtedClockSeconds * 1000) return databaseLeadMs
    const since = clock.now().getTime() - clockWitnessMinutes * 60_000
    return lagByTrackers(wordsOfOwners([...witnesses.values()].filter(({ heardAt }) => heardAt >= since)))
  }

  return {
    /** Notes what the database's clock says just now. */
    compare(databaseNow: Date): void {
      databaseLeadMs = databaseNow.getTime() - clock.now().getTime()
    },

    /**
     * Notes the time of a fix by its tracker's own clock.
     * @param tracker somebody's: who has none must not be able to stop everybody's recording.
     * @param wasWrong whether that clock was known to be ahead before anybody doubted ours.
     */
    hear(tracker: { imei: string; ownerId: string }, recordedAt: Date, receivedAt: Date, wasWrong: boolean): void {
      const { imei, ownerId } = tracker
      if (wasWrong && !witnesses.has(imei)) return
      const leadMs = recordedAt.getTime() - receivedAt.getTime()
      // A fix that waited in a buffer says nothing about now, and must not hide what an earlier one said.
      if (leadMs < -doubtedClockSeconds * 1000 && witnesses.has(imei)) return
      witnesses.delete(imei)
      witnesses.set(imei, { ownerId, leadMs, heardAt: receivedAt.getTime() })
      const [heardFirst] = witnesses.keys()
      if (witnesses.size > clockWitnesses && heardFirst !== undefined) witnesses.delete(heardFirst)
    },

    /** By how many ms our clock is behind (ahead: less than 0), where it is doubted; null where it is not. */
    lag(): number | null {
      const lagMs = lagOf()
      const isDoubted = lagMs !== null
      if (isDoubted && !wasDoubted) {
        log.error({ behindSeconds: Math.round(lagMs / 1000) }, 'the clock of this machine is doubted')
      }
      if (!isDoubted && wasDoubted) log.info('the clock of this machine is believed again')
      wasDoubted = isDoubted
      return lagMs
    },
  }
}

/**
 * Of each owner one word, that of the tracker which comes nearest to our clock: one account alone, with whatever its
 * trackers say, makes nobody's recording wait.
 */
function wordsOfOwners(witnesses: readonly Witness[]): number[] {
  const words = new Map<string, number>()
  for (const { ownerId, leadMs } of witnesses) {
    const nearest = words.get(ownerId)
    if (nearest === undefined || Math.abs(leadMs) < Math.abs(nearest)) words.set(ownerId, leadMs)
  }
  return [...words.values()]
}
