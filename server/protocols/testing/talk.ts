import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { listenTcp, type StreamBounds } from '#server/protocols/listen-tcp.ts'
import { listenUdp } from '#server/protocols/listen-udp.ts'
import type { Deliver, IsKnown, StreamProtocol } from '#server/protocols/protocol.ts'

export interface Conversation {
  protocol: StreamProtocol
  deliver: Deliver
  isKnown?: IsKnown
  bounds?: Partial<StreamBounds>
  log?: (line: string) => void
}

const optionsOf = ({ protocol, deliver, isKnown = async () => false, bounds, log }: Conversation) => {
  const logger = pino({ base: null }, { write: (line: string) => log?.(line) })
  return {
    protocol,
    deliver,
    isKnown,
    host: '127.0.0.1',
    port: 0,
    clock: clockAt('2026-11-21T08:00:00Z'),
    log: logger,
    outcomes: testOutcomes(logger),
    bounds: { ...gatewayServerLimits, ...bounds },
  }
}

/** Opens a real port for this conversation. */
export const openPort = (conversation: Conversation) => listenTcp(optionsOf(conversation))

/**
 * Sends the parts to a real port, one after the other with a pause between, and returns what comes back, in hex: up to this
 * many bytes, or all until the port ends the connection.
 */
export async function talk(
  conversation: Conversation,
  parts: Iterable<Buffer>,
  { bytes = Infinity, pauseMs = 0 }: { bytes?: number; pauseMs?: number } = {},
): Promise<string> {
  const listener = await openPort(conversation)
  const socket = connect({ port: listener.port, host: '127.0.0.1', noDelay: true })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let answer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    answer = Buffer.concat([answer, chunk])
    if (answer.length >= bytes) socket.end()
  })
  await once(socket, 'connect')
  for (const part of parts) {
    if (socket.destroyed || socket.writableEnded) break
    socket.write(part)
    // Timed: such a test is about a slow sender.
    await (pauseMs > 0 ? sleep(pauseMs) : new Promise((resolve) => setImmediate(resolve)))
  }
  if (!socket.closed) await closed
  await listener.close()
  return answer.toString('hex')
}

/** Sends datagrams to a real port and returns all answers, in hex. */
export async function talkUdp(conversation: Conversation, datagrams: readonly Buffer[]): Promise<string[]> {
  const options = optionsOf(conversation)
  let arrived = Promise.withResolvers<void>()
  const createFramer = () => (arrived.resolve(), options.protocol.createFramer())
  const listener = await listenUdp({ ...options, protocol: { ...options.protocol, createFramer } })
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const own = socket.address().port
  const answers: string[] = []
  const lastCame = new Promise<void>((resolve) => {
    socket.on('message', (answer, sender) => {
      if (sender.port === own) resolve()
      else answers.push(answer.toString('hex'))
    })
  })
  for (const datagram of datagrams) {
    arrived = Promise.withResolvers()
    socket.send(datagram, listener.port, '127.0.0.1')
    await arrived.promise
  }
  // What is under way is answered first; our own datagram arrives after all answers.
  await listener.close()
  socket.send('', own, '127.0.0.1')
  await lastCame
  socket.close()
  return answers
}
