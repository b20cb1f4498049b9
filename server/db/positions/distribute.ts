import { sql } from 'kysely'
import { backupServerLimits } from '#contract/limits/backup-limits.ts'
import { distributionServerLimits } from '#contract/limits/distribution-limits.ts'
import { processServerLimits } from '#contract/limits/process-limits.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { type Distribution, distributionOf } from './distribution.ts'
import { prepareDays } from './position-days.ts'
import { holdTables, inTransaction } from '#server/db/transactions/locks.ts'

/*
 * How positions get onto several servers, and back (docs/decisions/0064-positions-on-several-servers.md). The operator installs Citus
 * and names the servers; what is missing is said before anything is changed.
 */

export type Direction = 'apart' | 'back'

/** What a database says of itself, as far as distributing depends on it. */
export interface Cluster {
  /** Of Citus; null: this database does not have it. */
  version: string | null
  /** The coordinator knows the address at which the others reach it. */
  knowsItself: boolean
  /** Servers beside the coordinator, `host:port`. */
  workers: readonly string[]
  walLevel: string
  /** What the server lets read its changes; null: it lets everything, as before PostgreSQL 15.18. */
  outputPlugins: string | null
  distribution: Distribution | null
  /** Of one server: whether inserts tell by the trigger, which it has unless an attempt to distribute has failed. */
  tellsByTrigger: boolean
  /** Of processes that run and are of another version than this one. */
  otherVersions: readonly string[]
}

export async function readCluster(queries: Queries, version: string): Promise<Cluster> {
  const { rows } = await sql<
    Pick<Cluster, 'version' | 'walLevel' | 'outputPlugins' | 'tellsByTrigger' | 'otherVersions'>
  >`
    select current_setting('wal_level') as "walLevel",
      current_setting('output_plugin_libraries', true) as "outputPlugins",
      (select extversion from pg_extension where extname = 'citus') as version,
      exists (select from pg_trigger where tgname = 'positions_told') as "tellsByTrigger",
      array(select distinct version from process_signs
        where version <> ${version} and seen_at > now() - ${processServerLimits.silentSeconds} * interval '1 second'
        order by version) as "otherVersions"`.execute(queries)
  const [said] = rows
  if (said === undefined) throw new Error('a query without a table has a row')
  const nodes = said.version === null ? [] : await nodesOf(queries)
  return {
    ...said,
    knowsItself: nodes.some(({ isCoordinator }) => isCoordinator),
    workers: nodes.filter(({ isCoordinator }) => !isCoordinator).map(({ address }) => address),
    distribution: await distributionOf(queries),
  }
}

/** https://docs.citusdata.com/en/stable/develop/api_metadata.html#worker-node-table */
async function nodesOf(queries: Queries): Promise<{ address: string; isCoordinator: boolean }[]> {
  const { rows } = await sql<{ address: string; isCoordinator: boolean }>`
    select format('%s:%s', nodename, nodeport) as address, groupid = 0 as "isCoordinator" from pg_dist_node
    where isactive and noderole = 'primary' order by address`.execute(queries)
  return rows
}

/** What is in the way, and what to do about it, in one sentence; null: nothing. */
export function obstacleTo(direction: Direction, cluster: Cluster): string | null {
  const { version, distribution, workers, outputPlugins } = cluster
  if (direction === 'back') {
    return distribution === null && cluster.tellsByTrigger ? 'Die Positionen liegen schon auf einem Server.' : null
  }
  if (version === null) {
    return "Dieser Datenbank fehlt Citus: Bitte auf jedem Server installieren, mit shared_preload_libraries = 'citus' neu starten und „create extension citus“ ausführen."
  }
  if (distribution !== null) return 'Die Positionen sind schon verteilt.'
  if (!cluster.knowsItself) {
    return "Der Koordinator kennt seine eigene Adresse nicht: Bitte „select citus_set_coordinator_host('ADRESSE', 5432)“ ausführen."
  }
  if (workers.length === 0) {
    return "Der Koordinator kennt keinen weiteren Server: Bitte für jeden „select citus_add_node('ADRESSE', 5432)“ ausführen."
  }
  if (cluster.walLevel !== 'logical') {
    return `Im laufenden Betrieb lässt sich nur mit wal_level = logical verteilen, hier steht ${cluster.walLevel}: Bitte auf jedem Server ändern und ihn neu starten.`
  }
  if (outputPlugins !== null && !outputPlugins.split(',').some((name) => name.trim() === 'citus')) {
    return `In output_plugin_libraries fehlt citus: Bitte auf jedem Server „alter system set output_plugin_libraries = ${[outputPlugins, 'citus'].filter((name) => name !== '').join(', ')}“ ausführen und ihn neu laden.`
  }
  if (cluster.otherVersions.length > 0) {
    return `Es läuft noch ein Prozess der Version ${cluster.otherVersions.join(', ')}: Bitte erst alle auf diese Version bringen.`
  }
  return null
}

/**
 * What is done, in order. What is on one server already, as after an attempt that failed, gets back its trigger alone. Each
 * statement is a transaction of its own: Citus distributes and the product goes on meanwhile.
 */
export function stepsTo(direction: Direction, name: string, shards: number, isDistributed: boolean): string[] {
  const database = `"${name.replaceAll('"', '""')}"`
  const settings = [
    // A batch of reports otherwise opens several connections to each server, and costs more.
    ['citus.max_adaptive_executor_pool_size', 1],
    ['citus.node_connection_timeout', distributionServerLimits.connectionMs],
  ] as const
  return direction === 'apart'
    ? [
        ...settings.map(([setting, value]) => `alter database ${database} set ${setting} = ${value}`),
        `select create_distributed_table_concurrently('positions', 'device_id', shard_count => ${shards})`,
      ]
    : [
        ...(isDistributed ? ["select undistribute_table('positions')"] : []),
        ...settings.map(([setting]) => `alter database ${database} reset ${setting}`),
        // As the migrations made it: the version before refuses a database without it.
        'create or replace trigger positions_told after insert on positions referencing new table as added for each statement execute function tell_of_positions()',
      ]
}

/**
 * Distributes positions, or brings them back. The trigger that tells of them for processes of the version before cannot be on
 * several servers; the statement that stores them tells, too.
 * @param at now.
 */
export async function distribute(
  database: Database,
  direction: Direction,
  at: Date,
  shards: number = distributionServerLimits.shards,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database)
  if (direction === 'apart') {
    // Where there is no day, nothing lies anywhere, and Citus 13.2 fails: "Could not find publication matching a split".
    await inTransaction(database, {}, (transaction) => prepareDays(transaction, [at], new Set()))
    await inTransaction(database, {}, async (transaction) => {
      await holdTables(transaction, [{ name: 'positions' }], backupServerLimits.lockPatiencesMs)
      await sql`drop trigger if exists positions_told on positions`.execute(transaction)
    })
  }
  const isDistributed = (await distributionOf(database)) !== null
  for (const { name } of rows) {
    try {
      await take(database, stepsTo(direction, name, shards, isDistributed))
    } catch (error) {
      // A version before does not start without the trigger.
      if (direction === 'apart' && (await distributionOf(database)) === null) {
        await take(database, stepsTo('back', name, shards, false))
      }
      throw error
    }
  }
}

/** In no transaction: Citus would not distribute in one. */
async function take(database: Database, steps: readonly string[]): Promise<void> {
  for (const step of steps) await sql.raw(step).execute(database)
}

/** The parts of positions on one server, and the disk that they take there. */
export interface Share {
  server: string
  shards: number
  bytes: number
}

/** Where they lie, by server. */
export async function sharesOf(queries: Queries): Promise<Share[]> {
  const { rows } = await sql<Omit<Share, 'bytes'> & { bytes: string }>`
    select format('%s:%s', nodename, nodeport) as server,
      (count(*) filter (where citus_shards.table_name = to_regclass('positions')))::integer as shards,
      coalesce(sum(shard_size), 0)::text as bytes
    from citus_shards
    where citus_shards.table_name = to_regclass('positions')
      or citus_shards.table_name in (select inhrelid from pg_inherits where inhparent = to_regclass('positions'))
    group by server order by server`.execute(queries)
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }))
}
