import { once } from 'node:events'
import { connect } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import * as z from 'zod'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { bytesInUse } from '#bench/pois/figures.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { teltonikaEncoder } from '#server/commands/simulate/teltonika-client.ts'
import type { Database } from '#server/db/connection/database.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { listenTcp } from '#server/protocols/listen-tcp.ts'
import { teltonika } from '#server/protocols/teltonika/teltonika.ts'
import { imeiOf } from './imei.ts'

const idle = 2_000
/** The number of known trackers; each may have several connections. */
const known = 1_000

/** Memory of this process while two thousand trackers are logged in and send nothing. */
export async function measureIdle(database: Database): Promise<void> {
  const log = pino({ level: 'silent' })
  const reception = createReceptionService({ store: createReceptionStore(database, null), log })
  const listener = await listenTcp({
    protocol: teltonika,
    host: '127.0.0.1',
    port: 0,
    deliver: reception.receive,
    isKnown: reception.isKnown,
    clock: clockFrom(),
    log,
    outcomes: testOutcomes(),
  })
  const before = { used: bytesInUse(), resident: process.memoryUsage.rss() }
  const worker = new Worker(new URL(import.meta.url), { workerData: { port: listener.port } })
  await once(worker, 'message')
  const used = bytesInUse() - before.used
  const resident = process.memoryUsage.rss() - before.resident
  await worker.terminate()
  await listener.close()
  const kilobytes = (bytes: number) => (bytes / idle / 1000).toFixed(1)
  console.log(
    `${idle} idle trackers: ${kilobytes(used)} kB of heap each; ${kilobytes(resident)} kB of the process each, with the side of the trackers`,
  )
}

async function stay(port: number): Promise<void> {
  for (let tracker = 0; tracker < idle; tracker += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.2.${1 + Math.floor(tracker / 50)}` })
    await once(socket, 'connect')
    const login = teltonikaEncoder.login(imeiOf(tracker % known))
    if (login === null) throw new TypeError('Teltonika trackers log in')
    socket.write(login.bytes)
    await once(socket, 'data')
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage('connected')
}

if (!isMainThread) await stay(z.object({ port: z.number() }).parse(workerData).port)
