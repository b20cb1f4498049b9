import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { eventsLimits } from '#contract/events/events-limits.ts'
import { teltonikaEncoder } from '#server/commands/simulate/teltonika-client.ts'
import { during } from './database.ts'
import type { Installation } from './installation.ts'
import { reportsTo, type Row } from './load.ts'
import { sessionsOf } from './processes.ts'

const openedAtOnce = 50

interface Open {
  ended: Promise<unknown>
}

/** Something that a client keeps open: when it ends, it is opened again after a pause that is not the same for all. */
interface Kept {
  isOpen(): boolean
  end(): void
}

function keep(open: () => Promise<Open | null>, firstMs: number): Kept {
  const run = { isOver: false, isOpen: false }
  const live = async () => {
    await sleep(firstMs)
    for (let failures = 1; !run.isOver; failures += 1) {
      const opened = await open().catch(() => null)
      if (opened !== null) {
        failures = 1
        run.isOpen = true
        await opened.ended.catch(() => undefined)
        run.isOpen = false
      }
      await sleep(Math.min(8_000, 500 * 2 ** failures) * (0.5 + Math.random()))
    }
  }
  void live()
  return { isOpen: () => run.isOpen, end: () => (run.isOver = true) }
}

async function untilOpen(kept: readonly Kept[]): Promise<void> {
  while (!kept.every(({ isOpen }) => isOpen())) await sleep(50)
}

/** Megabytes of memory that a process has in use. */
function megabytesOf(id: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1000
}

export async function manyStreams(installation: Installation, count: number): Promise<Row> {
  const { api, server } = installation
  const tokens = await sessionsOf(server, 'watcher-', count / eventsLimits.streamsPerUser)
  const before = megabytesOf(api[0].id())
  const kept = Array.from({ length: count }, (_, number) => {
    const token = tokens[number % tokens.length] ?? ''
    const url = `${api[number % 2 === 0 ? 0 : 1].url}/api/events`
    return keep(() => openStream(url, token), (number / openedAtOnce) * 50)
  })
  await untilOpen(kept)
  const kilobytes = ((megabytesOf(api[0].id()) - before) * 1000) / (count / 2)
  let tookMs = 0
  const fault = `${count} event streams, one API process killed`
  const row = await during(server, fault, reportsTo(installation), async () => {
    const since = performance.now()
    await api[0].kill()
    await api[0].startAgain()
    await untilOpen(kept)
    tookMs = performance.now() - since
    return { since, note: '' }
  })
  for (const each of kept) each.end()
  const note = `until all streams were open again; ${kilobytes.toFixed(0)} kB a stream`
  return { ...row, seconds: tookMs / 1000, note }
}

/** Resolves with its end once it is open. */
function openStream(url: string, token: string): Promise<Open | null> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent: false, headers: { authorization: `Bearer ${token}` } })
    asking.on('error', reject)
    asking.on('response', (response) => {
      response.resume()
      const ended = new Promise<void>((end) => response.on('close', () => end()).on('error', () => end()))
      if (response.statusCode === 200) resolve({ ended })
      else void ended.then(() => resolve(null))
    })
    asking.end()
  })
}

const firstIdle = 352_000_000_000_000

export async function manyTrackers(installation: Installation, count: number): Promise<Row> {
  const { gateway, server, teltonikaPort } = installation
  await sellTrackers(server, count)
  const before = megabytesOf(gateway.id())
  const sockets = new Set<Socket>()
  const kept = Array.from({ length: count }, (_, number) =>
    keep(() => logIn(teltonikaPort, number, sockets), (number / openedAtOnce) * 20),
  )
  await untilOpen(kept)
  const kilobytes = ((megabytesOf(gateway.id()) - before) * 1000) / count
  let tookMs = 0
  const row = await during(server, `${count} idle trackers, gateway killed`, reportsTo(installation), async () => {
    const since = performance.now()
    await gateway.kill()
    await gateway.startAgain()
    await untilOpen(kept)
    tookMs = performance.now() - since
    return { since, note: '' }
  })
  for (const each of kept) each.end()
  for (const socket of sockets) socket.destroy()
  return {
    ...row,
    seconds: tookMs / 1000,
    note: `until all were logged in again; ${kilobytes.toFixed(0)} kB a tracker`,
  }
}

/** Trackers that one person has registered; nobody wants to know where they are. */
async function sellTrackers({ connection }: Installation['server'], count: number): Promise<void> {
  await sessionsOf({ connection }, 'fleet-', 1)
  const numbers = sql`generate_series(0, ${count}::int - 1) as number`
  const imei = sql`(${firstIdle}::bigint + number)::text`
  await sql`
    insert into device_inventory (imei, model, unproven_protocols, clock_offset_minutes, imported_at)
    select ${imei}, 'Spur', '{}', 0, now() from ${numbers}`.execute(connection.database)
  await sql`
    insert into devices (id, imei, user_id, name, usage_type, registered_at, demo)
    select 'idle-' || number, ${imei}, 'fleet-0', 'Flotte', 'MOTORRAD', now(), false from ${numbers}`.execute(
    connection.database,
  )
}

/** Fifty trackers share an address, as behind the NAT of a mobile network. */
async function logIn(port: number, number: number, sockets: Set<Socket>): Promise<Open | null> {
  const address = Math.floor(number / 50)
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.1.${address >> 7}.${1 + (address & 127)}` })
  sockets.add(socket)
  const ended = once(socket, 'close').finally(() => sockets.delete(socket))
  ended.catch(() => undefined)
  await once(socket, 'connect')
  const login = teltonikaEncoder.login(String(firstIdle + number))
  if (login === null) throw new TypeError('Teltonika trackers log in')
  socket.write(login.bytes)
  const [answer]: unknown[] = await Promise.race([once(socket, 'data'), ended.then(() => [])])
  if (answer instanceof Buffer && answer[0] === 1) return { ended }
  socket.destroy()
  return null
}
