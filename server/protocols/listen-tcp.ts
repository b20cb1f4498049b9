import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { limits } from '#contract/limits.ts'
import type { Listener, ListenOptions } from './listen.ts'
import type { Report, StreamMessage, StreamProtocol } from './protocol.ts'
import { createTrackerLimits, type TrackerLimits } from './tracker-limits.ts'

type ListenTcpOptions = Omit<ListenOptions, 'protocol'> & { protocol: StreamProtocol }
type Gateway = ListenTcpOptions & { trackerLimits: TrackerLimits }

/**
 * Opens a port for a tracker protocol over TCP. A frame is answered when all its reports are committed; when one could
 * not be, the connection ends without an answer, and the tracker sends the frame again.
 * @throws the error of the operating system, such as `EADDRINUSE`, when the port cannot be opened.
 */
export async function listenTcp(options: ListenTcpOptions): Promise<Listener> {
  const gateway: Gateway = { ...options, trackerLimits: createTrackerLimits() }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    void serve(socket, gateway)
  })
  server.maxConnections = limits.gateway.connectionsPerPort
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a listening socket has a port')
  return {
    port: address.port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function serve(socket: Socket, gateway: Gateway): Promise<void> {
  socket.setTimeout(limits.gateway.idleTimeoutMs, () => socket.destroy())
  let outcome = 'CLOSED'
  try {
    outcome = await converse(socket, gateway)
  } catch (error) {
    // Not its message: a database's can hold what the tracker sent.
    outcome = error instanceof Error ? `FAILED ${error.name}` : 'FAILED'
  }
  socket.destroySoon()
  gateway.log.info({ gateway: gateway.protocol.name, outcome })
}

/** Answers frame after frame, until the tracker leaves or has to; gives the reason. */
async function converse(socket: Socket, gateway: Gateway): Promise<string> {
  const chunks: AsyncIterable<Buffer> = socket
  let bytes: Buffer = Buffer.alloc(0)
  let identity: string | null = null
  let damaged = 0
  let deadline: NodeJS.Timeout | undefined
  try {
    for await (const chunk of chunks) {
      bytes = Buffer.concat([bytes, chunk])
      for (;;) {
        const { frame, rest } = gateway.protocol.takeFrame(bytes)
        bytes = rest
        if (frame === null) break
        clearTimeout(deadline)
        deadline = undefined
        const message = gateway.protocol.decode(frame, identity)
        identity = message.login ?? identity
        damaged = message.damaged ? damaged + 1 : 0
        const refused = await answer(message, socket, gateway)
        if (refused !== null) return refused
        if (damaged >= limits.gateway.damagedFrames) return 'DAMAGED'
      }
      if (bytes.length > limits.gateway.frameBytes) return 'TOO_LARGE'
      if (bytes.length > 0) deadline ??= setTimeout(() => socket.destroy(), limits.gateway.frameTimeoutMs)
    }
    return 'CLOSED'
  } finally {
    clearTimeout(deadline)
  }
}

/** Gives why the connection has to end, null where it may go on. */
async function answer(message: StreamMessage, socket: Socket, gateway: Gateway): Promise<string | null> {
  const { login } = message
  const signOfLife = login === null ? [] : [{ identity: login, fix: null, battery: null, charging: null, alarm: null }]
  const outcome = await deliver([...signOfLife, ...message.reports], socket.remoteAddress ?? '', gateway)
  const reply = outcome === 'UNKNOWN_TRACKER' ? message.refusal : message.reply
  if (outcome !== 'RATE_LIMITED' && reply !== null) socket.write(reply)
  return outcome
}

async function deliver(reports: readonly Report[], address: string, gateway: Gateway): Promise<string | null> {
  const { trackerLimits } = gateway
  const receivedAt = gateway.clock.now()
  if (reports.some(({ identity }) => trackerLimits.wait(identity, address, receivedAt) > 0)) return 'RATE_LIMITED'
  const deliveries = await Promise.all(reports.map((report) => gateway.deliver(report, receivedAt)))
  const [first] = reports
  if (first === undefined) return null
  const unknown = deliveries.includes('UNKNOWN_TRACKER')
  trackerLimits.note(first.identity, address, !unknown)
  return unknown ? 'UNKNOWN_TRACKER' : null
}
