import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { CommandProblem } from '#server/commands/command.ts'
import { mqttTracker } from './mqtt-client.ts'
import type { SimulatedTracker } from './simulated-tracker.ts'

const recordedAt = new Date('2026-11-21T08:00:00Z')
const fix = { recordedAt, latitude: 49.5, longitude: 8.25, altitude: null, speed: null, course: null }

let broker: Aedes
let server: Server
let sockets: Socket[]
let tracker: SimulatedTracker

beforeEach(async () => {
  const port = await freePort()
  sockets = []
  broker = await Aedes.createBroker()
  server = createServer((socket) => {
    sockets.push(socket)
    broker.handle(socket)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const messageOf = () => ({ topic: 'owntracks/anna/350000000000001', payload: '{}' })
  tracker = mqttTracker({ url: `mqtt://anna:pass@127.0.0.1:${port}`, messageOf })
})
afterEach(async () => {
  tracker.close()
  goAway()
  await new Promise<void>((resolve) => broker.close(resolve))
})

function goAway(): void {
  for (const socket of sockets) socket.destroy()
  server.close()
}

const problemOf = (sent: Promise<void>) => sent.then(() => null).catch((error: unknown) => error)

test('a broker that goes away between two messages is reported', async () => {
  await tracker.send(fix)
  server.close()
  // A socket counts as closed only when the other end has noticed it, too.
  await Promise.all(sockets.map((socket) => (socket.end(), once(socket, 'close'))))
  const problem = await problemOf(tracker.send(fix))
  expect(problem).toBeInstanceOf(CommandProblem)
  expect(String(problem)).toContain('nimmt kein MQTT-Broker an')
  expect(String(problem)).not.toContain('anna')
})

test('a broker that goes away before it acknowledges a message is reported', async () => {
  await tracker.send(fix)
  broker.authorizePublish = () => goAway()
  expect(await problemOf(tracker.send(fix))).toBeInstanceOf(CommandProblem)
})
