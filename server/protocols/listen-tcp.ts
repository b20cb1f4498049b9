import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { createEarlyFrames } from './early-frames.ts'
import type { Listener, ListenOptions } from './listen.ts'
import { createPositionRequests, type PositionRequests } from './position-requests.ts'
import type { StreamProtocol } from './protocol.ts'
import { type Gateway, handleMessage } from './handle-message.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import {
  createFrameLimit,
  createSeats,
  createTrackerLimits,
  createWaitingRoom,
  type Seat,
  type WaitingPlace,
} from './tracker-limits.ts'

/** When a connection has to end. */
export type StreamBounds = Record<
  | 'frameBytes'
  | 'frameTimeoutMs'
  | 'loginTimeoutMs'
  | 'idleTimeoutMs'
  | 'unreadBytes'
  | 'damagedFrames'
  | 'strangersPerPort'
  | 'strangersPerNetwork'
  | 'positionRequestEveryMs'
  | 'positionRequestsInARow',
  number
>

export interface ListenFramesOptions extends Omit<ListenOptions, 'protocol'> {
  protocol: StreamProtocol
  bounds?: StreamBounds
}

type TcpGateway = Gateway & {
  bounds: StreamBounds
  waitingRoom: ReturnType<typeof createWaitingRoom>
  giveSeat: ReturnType<typeof createSeats>
}

/**
 * Opens a port for a tracker protocol over TCP. A frame is answered when all its reports are committed. If one could not be
 * committed, the connection ends without an answer, and the tracker sends the frame again. While a frame is being committed
 * nothing more is read: a tracker that sends faster than the database commits waits, and memory does not grow.
 * @throws the error of the operating system, such as `EADDRINUSE`, if the port cannot be opened.
 */
export async function listenTcp({ bounds = gatewayServerLimits, ...options }: ListenFramesOptions): Promise<Listener> {
  const [trackerLimits, waitingRoom, giveSeat] = [
    createTrackerLimits(options.isKnown),
    createWaitingRoom(bounds),
    createSeats(),
  ]
  const gateway = { ...options, bounds, trackerLimits, waitingRoom, giveSeat }
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    void serve(socket, gateway)
  })
  server.maxConnections = gatewayServerLimits.connectionsPerPort
  server.listen({ port: options.port, host: options.host, reusePort: options.sharesPort })
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

async function serve(socket: Socket, gateway: TcpGateway): Promise<void> {
  const address = socket.remoteAddress ?? ''
  // A tracker that resets its connection is normal.
  socket.on('error', () => {})
  socket.setTimeout(gateway.bounds.idleTimeoutMs, () => socket.destroy())
  let endedFor: string | null = null
  const endFor = (reason: string) => () => {
    endedFor = reason
    socket.destroy()
  }
  const seat = gateway.giveSeat(endFor('REPLACED'))
  const waitingPlace = gateway.waitingRoom(address, endFor('TOO_MANY_STRANGERS'))
  let identity: string | null = null
  const welcome = (known: string) => void (identity = known)
  const outcome = await converse(socket, address, gateway, { seat, waitingPlace, welcome }).catch((error: unknown) => {
    if (endedFor !== null) return endedFor
    // Reading fails if this end cut the tracker off, or if it has gone.
    if (socket.destroyed) return socket.errored === null ? 'TIMED_OUT' : 'GONE'
    gateway.log.error({ gateway: gateway.protocol.name, ...errorFields(error) }, 'tracker connection failed')
    return 'FAILED'
  })
  socket.destroySoon()
  gateway.outcomes.noteEnd(gateway.protocol.name, { identity, address, outcome })
}

/** Answers frame after frame, until the tracker leaves or has to; returns the reason. */
async function converse(
  socket: Socket,
  address: string,
  gateway: TcpGateway,
  { seat, waitingPlace, welcome }: { seat: Seat; waitingPlace: WaitingPlace; welcome(identity: string): void },
): Promise<string> {
  const { protocol, bounds } = gateway
  let isWelcome = false
  const toLogIn = createDeadline(socket, bounds.loginTimeoutMs)
  const toEndFrame = createDeadline(socket, bounds.frameTimeoutMs)
  const requests = createPositionRequests(() => {
    if (protocol.positionRequest !== undefined) socket.write(protocol.positionRequest)
  }, bounds)
  const answer = createAnswer(socket, address, gateway, requests, (identity) => {
    toLogIn.stop()
    isWelcome = true
    welcome(identity)
    // A connection that has ended while its report was committed must not end another one.
    if (!socket.destroyed) seat.take(identity)
  })
  const chunks: AsyncIterable<Buffer> = socket
  const takeFrame = protocol.createFramer()
  let bytes: Buffer = Buffer.alloc(0)
  let sinceFrame = 0
  toLogIn.start()
  waitingPlace.take()
  try {
    for await (const chunk of chunks) {
      sinceFrame += chunk.length
      let taken = takeFrame(Buffer.concat([bytes, chunk]))
      for (; taken.frame !== null; taken = takeFrame(taken.rest)) {
        toEndFrame.stop()
        sinceFrame = taken.rest.length
        waitingPlace.leave()
        const reason = await answer(taken.frame)
        if (reason !== null) return reason
        if (!isWelcome) waitingPlace.take()
      }
      bytes = taken.rest
      if (sinceFrame > bounds.frameBytes) return 'TOO_LARGE'
      if (bytes.length > 0) toEndFrame.start()
      else toEndFrame.stop()
    }
    return 'CLOSED'
  } finally {
    toLogIn.stop()
    toEndFrame.stop()
    requests.stop()
    waitingPlace.leave()
    seat.leave()
  }
}

/**
 * Answers one frame after the other; returns each time why the connection has to end, null if it may continue. Some trackers
 * empty their queue before they log in: such frames are kept, and answered after the login.
 */
function createAnswer(
  socket: Socket,
  address: string,
  gateway: TcpGateway,
  requests: PositionRequests,
  welcome: (identity: string) => void,
) {
  const { protocol, bounds, clock } = gateway
  const frameLimit = createFrameLimit()
  const early = createEarlyFrames(bounds.frameBytes)
  let identity: string | null = null
  let damaged = 0

  return async (frame: Buffer): Promise<string | null> => {
    if (frameLimit.wait(clock.now()) > 0) return 'RATE_LIMITED'
    let reason = await answerOne(frame)
    while (reason === null && identity !== null) {
      const kept = early.next()
      if (kept === null) break
      reason = await answerOne(kept)
    }
    return reason
  }

  async function answerOne(frame: Buffer): Promise<string | null> {
    const receivedAt = clock.now()
    const message = protocol.decode(frame, identity, receivedAt)
    let isInDoubt = false
    const { outcome, reply } = await handleMessage(message, address, gateway, () => {
      isInDoubt = true
    })
    if (reply !== null) socket.write(reply)
    // What says nothing about the place decides nothing.
    if (message.reports.some(({ fix }) => fix !== null)) requests.follow(isInDoubt)
    if (outcome === 'UNKNOWN_TRACKER' || outcome === 'RATE_LIMITED' || outcome === 'FAILED') return outcome
    identity = message.login ?? identity
    if (outcome === 'BEFORE_LOGIN') early.keep(frame)
    if (outcome === 'ACCEPTED' && identity !== null) welcome(identity)
    damaged = outcome === 'DAMAGED' ? damaged + 1 : 0
    if (damaged >= bounds.damagedFrames) return outcome
    return socket.writableLength > bounds.unreadBytes ? 'REPLIES_UNREAD' : null
  }
}

/** Ends the connection unless stopped in time. Starting a running timer does not extend it. */
function createDeadline(socket: Socket, ms: number): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  return {
    start: () => void (timer ??= setTimeout(() => socket.destroy(), ms)),
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
