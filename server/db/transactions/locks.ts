import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { ClientBase } from 'pg'
import { texts } from './array-parameters.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { Tables } from '#server/registers.ts'

/*
 * Every transaction begins here, and rows are held nowhere else (`checks/locks.test.ts`). Every writer names beforehand
 * what it will hold, and gets it in one fixed order, so that no two writers ever wait for each other:
 *
 *   a turn, the state of a feed, trackers by IMEI, accounts, licences with the devices that use them, devices, alarms, and
 *   last the days of positions (`position-days.ts`). A row of `messages` is changed after all of these were held.
 *
 * Some data is written only while such a row is held: a tracker's reports, and what they decide, while the tracker is held;
 * sessions, mailed links, pictures and subscriptions while the account is; a device's dossier and settings while the device
 * is. A statement outside a transaction may change one row without holding anything; one that changes several takes only
 * those that nobody holds (`skippingLocked`).
 *
 * They are held FOR NO KEY UPDATE, which still allows adding rows that refer to them:
 * https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS
 */

/** A transaction of `inTransaction`. The type tells it from the database itself: what takes it cannot be called outside of one. */
export type Writing = Transaction<Tables>

/** What a transaction holds until its end. Missing rows are not held: whether one still exists is asked afterwards. */
export interface Locks {
  /** A name, or several, for which only one transaction goes on at a time, where there is no row to hold. */
  turn?: string | readonly string[]
  feed?: string
  trackers?: HeldTrackers
  /** By their ids, like all that follow. */
  accounts?: readonly string[]
  /** With the devices that use them. */
  licences?: readonly string[]
  devices?: readonly string[]
  /** Those of a device that goes: its messages go with it, and a writer of these holds their alarm. */
  alarms?: readonly string[] | { ofDevices: readonly string[] }
}

/** Rows that are named one by one, so that what several hold can be held at once. */
export interface HeldRows {
  accounts?: readonly string[]
  alarms?: readonly string[]
}

export type HeldTrackers =
  | { imeis: readonly string[] }
  /** Waits for their reports that are being stored, and lets no others in meanwhile. */
  | { ofDevices: readonly string[] }
  /**
   * IMEIs and tracker ids. They are waited for only this long, as is all that is held after them: the database itself would
   * go on waiting when the caller has long gone. Those that somebody else holds can be passed over: they are not held then.
   */
  | { named: readonly string[]; patienceMs: number; passesHeld: boolean }

/** The trackers that are held, by IMEI, and the time then by the database's clock, if there are any. */
export interface HeldTrackersNow {
  imeis: string[]
  databaseNow: Date | null
}

/** Does some work in a transaction that holds what it needs. Its queries see all that it waited for. */
export async function inTransaction<T>(
  database: Database,
  held: Locks,
  work: (transaction: Writing, trackers: HeldTrackersNow) => Promise<T>,
): Promise<T> {
  const then: (() => void)[] = []
  const result = await database.transaction().execute(async (transaction) => {
    afterCommits.set(transaction, then)
    return work(transaction, await hold(transaction, held))
  })
  for (const each of then) each()
  return result
}

const afterCommits = new WeakMap<Writing, (() => void)[]>()

/**
 * Calls back once the transaction is committed; not if it is rolled back, or if the process dies. So this is only for what
 * somebody else would notice soon.
 */
export function afterCommit(writing: Writing, then: () => void): void {
  afterCommits.get(writing)?.push(then)
}

async function hold(transaction: Queries, held: Locks): Promise<HeldTrackersNow> {
  if (held.turn !== undefined) await holdTurns(transaction, [held.turn].flat())
  if (held.feed !== undefined) {
    await sql`select from feed_states where feed = ${held.feed} for no key update`.execute(transaction)
  }
  const trackers = held.trackers === undefined ? noTrackers : await holdTrackers(transaction, held.trackers)
  const { accounts = [], licences = [], devices = [], alarms = [] } = held
  if (accounts.length > 0) {
    await sql`select from users where id = any(${accounts}::text[]) order by id for no key update`.execute(transaction)
  }
  if (licences.length > 0) {
    await sql`select from licences where id = any(${licences}::text[]) order by id for no key update`.execute(
      transaction,
    )
  }
  if (devices.length > 0 || licences.length > 0) {
    await sql`
      select from devices where id = any(${devices}::text[]) or licence_id = any(${licences}::text[])
      order by id for no key update`.execute(transaction)
  }
  if ('ofDevices' in alarms) {
    await sql`select from alarms where device_id = any(${alarms.ofDevices}::text[]) order by id for no key update`.execute(
      transaction,
    )
  } else if (alarms.length > 0) {
    await sql`select from alarms where id = any(${alarms}::text[]) order by id for no key update`.execute(transaction)
  }
  return trackers
}

const noTrackers = { imeis: [], databaseNow: null }

/** Several in the order of their numbers, however they are named. */
async function holdTurns(transaction: Queries, names: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(number) from (
      select hashtextextended(name, 0) as number from unnest(${texts(names)}::text[]) as name order by number
    ) as numbers`.execute(transaction)
}

/**
 * Takes a turn that lasts as long as a session, if nobody has it. The server notices within half a minute if the other end of
 * the session is gone without a word, and gives the turn to somebody else.
 * @returns whether it was free.
 */
export async function takeAdvisoryLock(session: ClientBase, name: string): Promise<boolean> {
  await session.query('set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
  const { rows } = await session.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 1)) as taken',
    [name],
  )
  return rows[0]?.taken === true
}

async function holdTrackers(transaction: Queries, trackers: HeldTrackers): Promise<HeldTrackersNow> {
  const from =
    'named' in trackers
      ? sql`set_config('lock_timeout', ${String(trackers.patienceMs)}, true), device_inventory`
      : sql`device_inventory`
  const others = 'named' in trackers && trackers.passesHeld ? sql`skip locked` : sql``
  const { rows } = await sql<{ imei: string; database_now: Date }>`
    select imei, clock_timestamp() as database_now from ${from} where ${isAmong(trackers)} order by imei
    for no key update of device_inventory ${others}`.execute(transaction)
  return { imeis: rows.map(({ imei }) => imei), databaseNow: rows.at(-1)?.database_now ?? null }
}

function isAmong(trackers: HeldTrackers): RawBuilder<boolean> {
  if ('imeis' in trackers) return sql`imei = any(${trackers.imeis}::text[])`
  if ('ofDevices' in trackers) {
    return sql`imei in (select imei from devices where id = any(${trackers.ofDevices}::text[]))`
  }
  return sql`imei = any(${texts(trackers.named)}::text[]) or tracker_id = any(${texts(trackers.named)}::text[])`
}

/** Waits until nobody else adds days to the positions. This is always held last. */
export async function holdPositionDays(transaction: Queries): Promise<void> {
  await holdTurns(transaction, ['position days'])
}

/**
 * Nobody uses any of these tables until the transaction ends. All are waited for at once and not for long, and then let go: who
 * holds one and waits for another that we have goes on then, where the database would end one of the two.
 * @param patiencesMs how long each try waits (ms), the first one first.
 * @throws what `isInUse` knows, after the last.
 */
export async function holdTables(
  transaction: Queries,
  tables: readonly { name: string }[],
  patiencesMs: readonly number[],
): Promise<void> {
  if (tables.length === 0) return
  const names = sql.join(tables.map(({ name }) => sql.table(name)))
  for (const [attempt, patienceMs] of patiencesMs.entries()) {
    await sql`savepoint before_locks`.execute(transaction)
    await sql`set local lock_timeout = ${sql.lit(patienceMs)}`.execute(transaction)
    try {
      await sql`lock table ${names} in access exclusive mode`.execute(transaction)
      return
    } catch (error) {
      if (!isInUse(error) || attempt === patiencesMs.length - 1) throw error
      await sql`rollback to savepoint before_locks`.execute(transaction)
    }
  }
}

/** lock_not_available and deadlock_detected: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const inUseCodes = new Set<unknown>(['55P03', '40P01'])

export function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && inUseCodes.has(error.code)
}

/**
 * The end of a query of `users` whom rows are added for that refer to them. An account that is being deleted just now is passed over,
 * and none of the others goes before this transaction ends: its other changes wait for nothing.
 */
export const accountsThatStay: RawBuilder<unknown> = sql`for key share of users skip locked`

/** The end of a query for rows to be changed: it selects only rows that nobody holds just now, and waits for none. */
export function skippingLocked(table: string): RawBuilder<unknown> {
  return sql`for update of ${sql.table(table)} skip locked`
}
