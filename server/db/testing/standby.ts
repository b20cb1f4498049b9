import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection/database.ts'
import { type InstalledPostgres, own, runProgram } from './postgres-cluster.ts'

/** By which the primary knows the standby, and the name of its slot. */
export const standbyName = 'standby'

/** Copies a running primary into a folder that exists; once it is run, the copy follows the primary. */
export async function copyPrimary(installed: InstalledPostgres, primaryFolder: string, folder: string): Promise<void> {
  own(installed, folder)
  const from = `host=${primaryFolder} user=postgres application_name=${standbyName}`
  const slot = ['--create-slot', '--slot', standbyName]
  const copy = ['-d', from, '-D', join(folder, 'data'), '--write-recovery-conf', '--checkpoint=fast', ...slot]
  await runProgram(installed, folder, 'pg_basebackup', copy)
}

/** From now on each commit waits until this standby has written it, too. Empty: for none. */
export async function waitForStandby({ database }: Pick<Connection, 'database'>, standby: string): Promise<void> {
  await sql`alter system set synchronous_standby_names = ${sql.lit(standby)}`.execute(database)
  await sql`select pg_reload_conf()`.execute(database)
}

/** Until the primary has its standby, and waits for it. */
export async function untilFollowed({ database }: Pick<Connection, 'database'>): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`.execute(database)
    if (rows.length > 0) return
    // Timed: asked again until it follows.
    await sleep(100)
  }
}
