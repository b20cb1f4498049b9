import type { Logger } from 'pino'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { secondMs, minuteMs } from '#contract/base/time-units.ts'
import { type ClockReading, lagByWitnesses, type Witness } from '#domain/reception/own-clock.ts'
import type { Clock } from '#server/platform/clock.ts'

const { doubtedClockSeconds, clockWitnesses, clockWitnessMinutes } = gatewayServerLimits

export type OwnClock = ReturnType<typeof createOwnClock>

/**
 * Whether this machine's clock can be trusted: it is compared with the database's and with the fixes of many trackers.
 * @param asksDatabase whether the database's clock should be the same; it is not if the setting CLOCK is used, or the clock runs fast.
 */
export function createOwnClock({ clock, asksDatabase, log }: { clock: Clock; asksDatabase: boolean; log: Logger }) {
  /** How far the database's clock was ahead when it was last asked. */
  let databaseLeadMs = 0
  /** By the tracker's IMEI, the one that reported last at the end. */
  const witnesses = new Map<string, Witness & { receivedAt: Date }>()
  let wasDoubted = false

  const lagOf = (): number | null => {
    if (asksDatabase && Math.abs(databaseLeadMs) > doubtedClockSeconds * secondMs) return databaseLeadMs
    const since = new Date(clock.now().getTime() - clockWitnessMinutes * minuteMs)
    return lagByWitnesses([...witnesses.values()].filter(({ receivedAt }) => receivedAt >= since))
  }

  return {
    /** Records what the database's clock says just now. */
    compare(databaseNow: Date): void {
      databaseLeadMs = databaseNow.getTime() - clock.now().getTime()
    },

    /** Notes what a tracker's clock said. */
    note({ imei, ownerId, recordedAt, receivedAt, wasWrong }: ClockReading): void {
      if (wasWrong && !witnesses.has(imei)) return
      const leadMs = recordedAt.getTime() - receivedAt.getTime()
      // A fix from a backlog says nothing about now, and must not hide what an earlier one said.
      if (leadMs < -doubtedClockSeconds * secondMs && witnesses.has(imei)) return
      witnesses.delete(imei)
      witnesses.set(imei, { ownerId, leadMs, receivedAt })
      if (witnesses.size <= clockWitnesses) return
      const [earliest] = witnesses.keys()
      if (earliest !== undefined) witnesses.delete(earliest)
    },

    /**
     * By how many ms our clock has leapt since a report came, null if it has not: what the report waited is less than what
     * a clock is doubted for (`answerTimeoutMs`).
     */
    leapSince(receivedAt: Date, databaseNow: Date): number | null {
      const sinceMs = databaseNow.getTime() - receivedAt.getTime()
      return asksDatabase && Math.abs(sinceMs) > doubtedClockSeconds * secondMs ? sinceMs : null
    },

    /** By how many ms our clock is behind (ahead: less than 0), if it is doubted; null if it is not. */
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
