import { sql } from 'kysely'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { imei } from '#contract/base/identity.ts'
import type { Guarded } from '#domain/alarms/guard.ts'
import type { Answers, Changes, Questions } from '#domain/reception/decision.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { type DistributionWatch, watchDistribution } from '#server/db/positions/distribution.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import type { AlarmWatch } from '#server/features/alarms/guard/alarm-watch.ts'
import type { KnownSecret } from './acceptance.ts'
import {
  removeReplaced,
  positionsWritten,
  storedCount,
  storedWithin,
  storeDistributed,
} from '#server/db/positions/stored-positions.ts'
import { trackerChangesWritten } from './tracker-changes.store.ts'
import { isForContent } from './unstorable.ts'
import { findNames, findSecrets, findTrackers, type Tracker } from './trackers.store.ts'

export type ReceptionStore = ReturnType<typeof createReceptionStore>

/** What can be done while reports are processed. */
interface Reception {
  /** What is remembered of guarded devices, by their ids. */
  guardsOf(enabledAt: ReadonlyMap<string, Date>): Promise<ReadonlyMap<string, Guarded>>
  answer(questions: Questions): Promise<Answers>
  /** Writes it all. Gives false if one of the positions was stored already: then it was decided on a false assumption. */
  write(changes: Changes): Promise<boolean>
}

const isImei = (name: string) => imei.safeParse(name).success
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
export function createReceptionStore(
  database: Database,
  watch: AlarmWatch | null,
  distribution: DistributionWatch = watchDistribution(),
) {
  /** Days whose partition this process has seen, in ms. */
  const knownDays = new Set<number>()

  const answer = async (transaction: Queries, questions: Questions, now: Date): Promise<Answers> => ({
    stored: await storedWithin(transaction, questions.spans, await distribution.isDistributed(transaction)),
    newest: (await watch?.newestFixes(transaction, questions.newestOf, now)) ?? new Map(),
    lastPlaces: (await watch?.lastPlaces(transaction, questions.lastPlaceOf, now)) ?? new Map(),
    deafUntil: (questions.asksSinceWhen ? await watch?.deafUntil(transaction) : null) ?? null,
  })

  /** In one statement; where positions are distributed, they are stored by others before it, because it is for one server. */
  const writeAll = async (transaction: Queries, changes: Changes): Promise<boolean> => {
    const { guards } = changes
    const isDistributed = await distribution.isDistributed(transaction)
    const apart = isDistributed ? await storeDistributed(transaction, changes.positions) : 0
    const positions = isDistributed ? [] : changes.positions
    const remembered = watch === null || guards.size === 0 ? [] : [watch.remember(guards)]
    const parts = [...trackerChangesWritten(changes), ...remembered]
    if (positions.length === 0 && parts.length === 0) return apart === changes.fresh
    const stored = positions.length === 0 ? [] : [positionsWritten(positions)]
    const others = parts.map((part, index) => sql`${sql.ref(`part_${index}`)} as (${part})`)
    const count = positions.length === 0 ? sql`0` : storedCount
    const { rows } = await sql<{ count: number }>`
      with ${sql.join([...stored, ...others])} select ${count} as count`.execute(transaction)
    return rows[0]?.count !== undefined && rows[0].count + apart === changes.fresh
  }

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
      try {
        const passesHeld = ofHeld === 'pass'
        const named = { named: identities, patienceMs: gatewayServerLimits.lockTimeoutMs, passesHeld }
        const result = await inTransaction(
          database,
          { trackers: named },
          async (transaction, { imeis, databaseNow }) => {
            const reception: Reception = {
              guardsOf: async (enabledAt) => (await watch?.read(transaction, enabledAt, now)) ?? new Map(),
              answer: (questions) => answer(transaction, questions, now),
              async write(changes) {
                prepared.push(...(await prepareDays(transaction, timesOf(changes), knownDays)))
                await removeReplaced(transaction, changes.replaced, await distribution.isDistributed(transaction))
                if (!(await writeAll(transaction, changes))) return false
                if (watch !== null) afterwards.push(await watch.raise(transaction, changes.alarms, now))
                return true
              },
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
        // Perhaps because somebody dropped a partition, or distributed them.
        knownDays.clear()
        if (!isForContent(error)) distribution.forget()
        throw error
      }
    },
  }
}

function timesOf({ positions }: Changes): Date[] {
  return positions.map(({ recordedAt }) => recordedAt)
}
