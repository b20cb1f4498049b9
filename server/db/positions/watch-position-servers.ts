import { sql } from 'kysely'
import type { Logger } from 'pino'
import { distributionServerLimits } from '#contract/limits/distribution-limits.ts'
import { texts } from '#server/db/transactions/array-parameters.ts'
import { connect, type Connection, type Queries } from '#server/db/connection/database.ts'
import { withTimeLimit } from '#server/db/connection/time-limit.ts'
import { ServerSilent } from '#server/platform/outage.ts'
import type { PositionServers } from '#server/platform/position-servers.ts'
import { watchDistribution } from './distribution.ts'

/*
 * The servers beside the coordinator that have positions (docs/decisions/0064-positions-on-several-servers.md), and which of them
 * does not answer. The coordinator waits without end for one that is silent, if it has a connection to it. So a process that
 * waits for a statement asks about the servers on a new connection, which the coordinator gives up by itself, and breaks what waits.
 */

interface Parts {
  connection: Connection
  url: string
  log: Logger
  now(): Date
}

const { lookAtStatementsMs, suspectAfterMs, connectionMs } = distributionServerLimits
const giveUpAfterMs = suspectAfterMs + connectionMs
const patience = { connectMs: connectionMs, inTransactionMs: connectionMs }

export function watchPositionServers({ connection, url, log, now }: Parts): PositionServers {
  const distribution = watchDistribution()
  const silent = new Map<string, Date>()
  const database = withTimeLimit(connection, connectionMs)
  /** Statements that waited already when this process last looked, and since when. */
  let waitingSince = new Map<object, number>()
  let isSuspected = false
  let isAsking = false

  const note = (server: string, answers: boolean) => {
    if (answers === !silent.has(server)) return
    if (answers) silent.delete(server)
    else silent.set(server, now())
    log[answers ? 'info' : 'error'](
      { server },
      answers ? 'a server with positions answers again' : 'a server with positions does not answer',
    )
  }
  /** On connections of its own: those of the pool may all wait for a server that is silent. */
  const askAll = async () => {
    const asking = connect({ url }, patience)
    const limited = withTimeLimit(asking, connectionMs)
    try {
      const isDistributed = await distribution.isDistributed(limited)
      const servers = isDistributed ? await positionServers(limited) : []
      await Promise.all(servers.map(async (server) => note(server.name, await doesAnswer(url, server))))
      for (const known of silent.keys()) if (!servers.some(({ name }) => name === known)) silent.delete(known)
    } finally {
      void asking.close().catch(() => undefined)
    }
  }
  const look = async () => {
    const at = performance.now()
    waitingSince = new Map(connection.waiting().map(({ statement }) => [statement, waitingSince.get(statement) ?? at]))
    const isLong = [...waitingSince.values()].some((since) => at - since >= suspectAfterMs)
    if (isAsking || (!isLong && !isSuspected && silent.size === 0)) return
    isAsking = true
    isSuspected = false
    try {
      await askAll()
    } finally {
      isAsking = false
    }
    if (silent.size === 0) return
    for (const { client, statement } of connection.waiting()) {
      const since = waitingSince.get(statement) ?? Infinity
      if (performance.now() - since >= giveUpAfterMs) client.connection.stream.destroy(new ServerSilent())
    }
  }
  const timer = setInterval(() => {
    look().catch(() => distribution.forget())
  }, lookAtStatementsMs)
  timer.unref()

  return {
    async of(names) {
      return (await distribution.isDistributed(database)) ? serversOf(database, names) : new Map()
    },
    silent: () => silent,
    suspect: () => void (isSuspected = true),
    async close() {
      clearInterval(timer)
    },
  }
}

/** https://docs.citusdata.com/en/stable/develop/api_metadata.html */
async function serversOf(queries: Queries, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ imei: string; tracker_id: string | null; server: string }>`
    select tracker.imei, tracker.tracker_id, format('%s:%s', node.nodename, node.nodeport) as server
    from device_inventory as tracker
    join devices on devices.imei = tracker.imei
    join pg_dist_placement as placement
      on placement.shardid = get_shard_id_for_distribution_column('positions', devices.id)
    join pg_dist_node as node on node.groupid = placement.groupid and node.noderole = 'primary'
    where tracker.imei = any(${texts(names)}::text[]) or tracker.tracker_id = any(${texts(names)}::text[])`.execute(
    queries,
  )
  const ofTrackerIds = rows.flatMap(({ tracker_id: id, server }) => (id === null ? [] : [[id, server] as const]))
  // An IMEI goes first: it may be another one's tracker id.
  return new Map([...ofTrackerIds, ...rows.map(({ imei, server }) => [imei, server] as const)])
}

interface Server {
  /** `host:port` */
  name: string
  host: string
  port: number
}

async function positionServers(queries: Queries): Promise<Server[]> {
  const { rows } = await sql<Server>`
    select format('%s:%s', nodename, nodeport) as name, nodename as host, nodeport as port from pg_dist_node
    where isactive and noderole = 'primary' and groupid > 0`.execute(queries)
  return rows
}

/** On a new connection: on one that it has, the coordinator would wait for the answer of a server that is silent. */
async function doesAnswer(url: string, { host, port }: Server): Promise<boolean> {
  const asking = connect({ url }, patience)
  try {
    // Opened first: a coordinator that is slow says nothing about the server.
    await sql`select 1`.execute(withTimeLimit(asking, connectionMs))
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), connectionMs)
    const asked = sql<{ answers: boolean }>`select citus_check_connection_to_node(${host}, ${port}::integer) as answers`
      .execute(asking.database)
      .then(({ rows }) => rows[0]?.answers === true)
    asked.catch(() => undefined)
    return await Promise.race([asked, late.promise]).finally(() => clearTimeout(timer))
  } finally {
    void asking.close().catch(() => undefined)
  }
}
