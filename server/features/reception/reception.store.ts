import { gatewayServerLimits } from '#contract/gateway-limits.ts'
import { imei } from '#contract/identity.ts'
import type { Seen } from '#domain/reception/seen.ts'
import type { Database } from '#server/db/database.ts'
import { whileHolding, type Writing } from '#server/db/locks.ts'
import type { KnownSecret } from './acceptance.ts'
import { createStoredPositions } from './stored-positions.store.ts'
import { createTrackerChanges } from './tracker-changes.store.ts'
import { findNames, findSecrets, findTrackers, type Tracker } from './trackers.store.ts'

/** Observers of what is received, in the same transaction. */
export interface Watch {
  look(transaction: Writing, seen: readonly Seen[], now: Date): Promise<Noticed>
}

export interface Noticed {
  /** What is to be done after the commit. */
  follow(): void
  /** The devices of which one more fix would tell whether they are being stolen. */
  inDoubt: ReadonlySet<string>
}

export type ReceptionStore = ReturnType<typeof createReceptionStore>

/** What can be done while reports are processed. */
type Reception = ReturnType<typeof createTrackerChanges> &
  ReturnType<typeof createStoredPositions> & {
    /** Shows what was received to the observers. Gives the devices whose position is to be requested. */
    show(seen: readonly Seen[]): Promise<ReadonlySet<string>>
  }

const isImei = (name: string) => imei.safeParse(name).success
const nothingInDoubt: ReadonlySet<string> = new Set()
const nonePassed: ReadonlyMap<string, readonly string[]> = new Map()

/** Whether trackers that somebody else holds are waited for, or passed over. */
export type OfHeld = 'wait' | 'pass'

/** By their names, and the time by the database's clock, if one of them is known. */
interface HeldNow {
  trackers: ReadonlyMap<string, Tracker>
  /** All names of each tracker that somebody else holds, by each of them: it was passed over. */
  passed: ReadonlyMap<string, readonly string[]>
  databaseNow: Date | null
}

/** Where reports of trackers are processed: which trackers they come from, and what is stored. */
export function createReceptionStore(database: Database, watch: Watch | null) {
  /** Days whose partition this process has seen, in ms. */
  const knownDays = new Set<number>()

  return {
    /** The secrets of the owned trackers of these names (IMEI or tracker id; an IMEI takes precedence). Locks nothing. */
    secretsOf: (names: readonly string[]): Promise<Map<string, KnownSecret>> => findSecrets(database, names),

    /**
     * Processes reports of the trackers of these identities (IMEI or tracker id; an IMEI takes precedence). The trackers
     * are locked meanwhile, so that nobody changes their owners' settings. What `work` does is committed when this
     * resolves, all of it or nothing.
     * @param ofHeld what to do where somebody else holds one.
     */
    async receive<T>(
      identities: readonly string[],
      now: Date,
      ofHeld: OfHeld,
      work: (reception: Reception, held: HeldNow) => Promise<T>,
    ): Promise<T> {
      const prepared: number[] = []
      const afterwards: (() => void)[] = []
      const show = async (transaction: Writing, seen: readonly Seen[]) => {
        if (watch === null || seen.length === 0) return nothingInDoubt
        const { follow, inDoubt } = await watch.look(transaction, seen, now)
        afterwards.push(follow)
        return inDoubt
      }
      try {
        const passesHeld = ofHeld === 'pass'
        const named = { named: identities, patienceMs: gatewayServerLimits.lockTimeoutMs, passesHeld }
        const result = await whileHolding(
          database,
          { trackers: named },
          async (transaction, { imeis, databaseNow }) => {
            const reception = {
              ...createTrackerChanges(transaction),
              ...createStoredPositions(transaction, knownDays, prepared),
              show: (seen: readonly Seen[]) => show(transaction, seen),
            }
            const trackers = await findTrackers(transaction, imeis, now)
            // An IMEI goes first: that of a tracker which somebody else holds may be the id of one that is held here.
            const isFound = (name: string) => trackers.get(name)?.imei === name || (trackers.has(name) && !isImei(name))
            const missing = passesHeld ? identities.filter((name) => !isFound(name)) : []
            const passed = missing.length === 0 ? nonePassed : await findNames(transaction, missing, imeis)
            return work(reception, { trackers, passed, databaseNow })
          },
        )
        for (const day of prepared) knownDays.add(day)
        for (const follow of afterwards) follow()
        return result
      } catch (error) {
        // Perhaps because somebody dropped a partition.
        knownDays.clear()
        throw error
      }
    },
  }
}
