/*
 * How long a stop takes under load, and how long trackers are unanswered over a restart: one process with all roles, then two
 * gateways at the same ports, on a PostgreSQL of its own. All of it stays on this machine, and ends by itself.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { loadavg } from 'node:os'
import { eventsLimits } from '#contract/events/events-limits.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { teltonikaEncoder } from '#server/commands/simulate/teltonika-client.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openLiveStream } from '#server/testing/load/live-stream.ts'
import { startProductProcess } from '#server/testing/product-process.ts'
import { startMailServer } from '#server/testing/test-product.ts'
import { reportingTrackers, type Server, startServer } from './faults/installation.ts'
import { reportsTo } from './faults/load.ts'
import { sessionsOf } from './faults/processes.ts'
import { imeiOf } from './tracking/imei.ts'

const streams = 500
const longestMinutes = 15
setTimeout(() => process.exit(1), longestMinutes * minuteMs).unref()

const seconds = (ms: number) => (ms / secondMs).toFixed(1)

const server = await startServer()
if (server === null) console.log('not measured (postgresql-15 is not installed)')
else {
  const now = clockFrom().now()
  for (let tracker = 0; tracker < reportingTrackers; tracker += 1) {
    await putTracker(server.connection.database, now, { imei: imeiOf(tracker), owner: `owner-${tracker}` })
  }
  const mail = await startMailServer()
  const settings = { DATABASE_URL: server.url, SMTP_URL: mail.url }
  await measureOne(server, settings)
  await measureTwo(settings)
  await mail.close()
  await server.remove()
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
}

async function measureOne(at: Server, settings: Record<string, string>): Promise<void> {
  const [osmandPort, teltonikaPort] = [await freePort(), await freePort()]
  const product = await startProductProcess({
    ...settings,
    GATEWAY_OSMAND_PORT: String(osmandPort),
    GATEWAY_TELTONIKA_PORT: String(teltonikaPort),
  })
  const tokens = await sessionsOf(at, 'watcher-', streams / eventsLimits.streamsPerUser)
  const watching = Array.from({ length: streams }, (_, number) =>
    openLiveStream(product.url, tokens[number % tokens.length] ?? ''),
  )
  await Promise.all(watching)
  for (let tracker = 0; tracker < reportingTrackers; tracker += 1) {
    const socket = connect(teltonikaPort, '127.0.0.1').on('error', () => undefined)
    const login = teltonikaEncoder.login(imeiOf(tracker))
    if (login !== null) socket.write(login.bytes)
    await once(socket, 'data')
  }
  const load = reportsTo({ osmandPort })
  await load.untilAllAcknowledged()
  const since = performance.now()
  await product.stop()
  const stopped = performance.now() - since
  await product.startAgain()
  const started = performance.now() - since - stopped
  await load.untilOneAcknowledged()
  const unanswered = performance.now() - since
  await load.end()
  await product.stop()
  console.log(
    `one process, ${streams} streams, ${reportingTrackers} trackers over TCP, ${load.name}: stopped in ${seconds(stopped)} s, ` +
      `started in ${seconds(started)} s, trackers unanswered for ${seconds(unanswered)} s`,
  )
}

async function measureTwo(settings: Record<string, string>): Promise<void> {
  const osmandPort = await freePort()
  const shared = { ...settings, ROLES: 'gateway', GATEWAY_SHARED_PORTS: '1', GATEWAY_OSMAND_PORT: String(osmandPort) }
  const both = [await startProductProcess(shared), await startProductProcess(shared)]
  const load = reportsTo({ osmandPort })
  await load.untilAllAcknowledged()
  for (const gateway of both) {
    const since = performance.now()
    const stopping = gateway.stop()
    await load.untilOneAcknowledged()
    const first = performance.now() - since
    const all = await load.untilAllAcknowledged()
    await stopping
    const stopped = performance.now() - since
    await gateway.startAgain()
    console.log(
      `one of two gateways: another report was acknowledged after ${seconds(first)} s, one of every tracker after ` +
        `${seconds(first + all)} s (each reports once a second); stopped in ${seconds(stopped)} s`,
    )
  }
  await load.end()
  for (const gateway of both) await gateway.stop()
}
