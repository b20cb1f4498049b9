import { hostname } from 'node:os'
import { sql } from 'kysely'
import { processServerLimits } from '#contract/limits/process-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import type { RoleHeartbeats } from '#domain/time/missed-roles.ts'
import type { Role } from '#server/config.ts'
import { texts } from '#server/db/transactions/array-parameters.ts'
import type { Database } from '#server/db/connection/database.ts'
import { skippingLocked } from '#server/db/transactions/locks.ts'

const { heartbeatSeconds, silentSeconds, speakingSeconds, rememberedDays } = processServerLimits

export interface ThisProcess {
  /** Survives a restart. */
  id: string
  roles: readonly Role[]
  version: string
}

/** @param port at which it answers. */
export function processId(port: number): string {
  return `${hostname()}:${port}`
}

/** Sends a heartbeat now, and again and again. Returns how to stop. */
export async function sendHeartbeats(database: Database, self: ThisProcess): Promise<() => Promise<void>> {
  await sql`
    delete from process_signs where process_id in (
      select process_id from process_signs where seen_at < now() - ${rememberedDays} * interval '1 day'
      ${skippingLocked('process_signs')})`.execute(database)
  await sendHeartbeat(database, self)
  let last: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    // While the database is away the heartbeat is missing, and so is everything that reads it.
    last = sendHeartbeat(database, self).catch(() => undefined)
  }, heartbeatSeconds * secondMs).unref()
  return () => {
    clearInterval(timer)
    return last
  }
}

async function sendHeartbeat(database: Database, { id, roles, version }: ThisProcess): Promise<void> {
  // By the clock of the database, which all processes share.
  await sql`
    insert into process_signs (process_id, roles, version) values (${id}, ${texts(roles)}, ${version})
    on conflict (process_id) do update set (roles, version, seen_at) = (excluded.roles, excluded.version, now())`.execute(
    database,
  )
}

/** Whether this process is the first by name of those with a recent heartbeat: of several there is one at any time. */
export async function speaksForAll(database: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ first: string | null }>`
    select min(process_id) as first from process_signs
    where seen_at > now() - ${speakingSeconds} * interval '1 second'`.execute(database)
  return rows[0]?.first === id
}

/** The roles that any process has had within the last days, in the order of their names. */
export async function readRoleHeartbeats(database: Database): Promise<RoleHeartbeats[]> {
  const { rows } = await sql<RoleHeartbeats>`
    select role,
      (count(*) filter (where seen_at > now() - ${silentSeconds} * interval '1 second'))::int as running,
      floor(greatest(0, extract(epoch from now() - max(seen_at))))::int as "secondsAgo"
    from process_signs cross join unnest(roles) as role
    where seen_at > now() - ${rememberedDays} * interval '1 day'
    group by role order by role`.execute(database)
  return rows
}
