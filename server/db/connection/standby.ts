import { sql } from 'kysely'
import { standbyServerLimits } from '#contract/limits/standby-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import type { StandbySeen } from '#domain/health/standby.ts'
import type { Connection, Database } from './database.ts'

/*
 * A commit that waits for a standby (`synchronous_standby_names`) waits for ever, and cannot be taken back: cancelled, it would
 * be acknowledged although the standby does not have it. So its caller gets 503, and further
 * changes are refused before they begin, until no commit waits any more. Those that wait hold their rows, so a repeated change
 * finds what the first one did.
 */

/** What the primary says about its standbys. Without the right to see them (`pg_read_all_stats`) a row is all but empty. */
export async function readStandby({ database, embedded, areWritesHeld }: Connection): Promise<StandbySeen> {
  const none = { names: '', following: 0, hidden: 0, lagSeconds: null }
  if (embedded) return { ...none, writesHeld: false }
  const { rows } = await sql<typeof none>`
    select current_setting('synchronous_standby_names') as names,
      (count(*) filter (where state = 'streaming' and sync_state in ('sync', 'quorum')))::int as following,
      (count(*) filter (where state is null))::int as hidden,
      (extract(epoch from max(greatest(flush_lag, replay_lag)) filter (where sync_state in ('sync', 'quorum'))))::float8
        as "lagSeconds"
    from pg_stat_replication`.execute(database)
  return { ...(rows[0] ?? none), writesHeld: areWritesHeld() }
}

interface WaitingSession {
  session: number
  /** Another statement of the same session is another wait. */
  begun: string
  what: 'commit' | 'lock'
}

/**
 * Sessions of all processes with our user of the database that wait for a standby now, or while others do so for a lock, which
 * may be theirs. Everybody sees their own sessions.
 */
async function waitingSessions(database: Database): Promise<WaitingSession[]> {
  const { rows } = await sql<WaitingSession>`
    select pid as session, query_start::text as begun, case wait_event when 'SyncRep' then 'commit' else 'lock' end as what
    from pg_stat_activity
    where current_setting('synchronous_standby_names') <> '' and (wait_event = 'SyncRep' or wait_event_type = 'Lock')
      and usename = current_user and datname = current_database()`.execute(database)
  return rows.some(({ what }) => what === 'commit') ? rows : []
}

/**
 * One look at the commits that wait, to be repeated about once a second.
 * @param looking the same database by a connection that no waiting commit can use up.
 */
export function lookAtCommits(
  { holdWrites, cut }: Pick<Connection, 'holdWrites' | 'cut'>,
  looking: Database,
  patienceMs = standbyServerLimits.commitPatienceSeconds * secondMs,
): () => Promise<void> {
  let seenAt = new Map<string, number>()
  return async () => {
    const waiting = await waitingSessions(looking)
    const now = performance.now()
    const nameOf = ({ session, begun }: WaitingSession) => `${session} ${begun}`
    seenAt = new Map(waiting.map((one) => [nameOf(one), seenAt.get(nameOf(one)) ?? now]))
    const late = waiting.filter((one) => now - (seenAt.get(nameOf(one)) ?? now) >= patienceMs)
    const areHeld = late.some(({ what }) => what === 'commit')
    holdWrites(areHeld)
    if (areHeld) cut(new Set(late.map(({ session }) => session)))
  }
}
