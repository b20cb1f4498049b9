import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { limits } from '#contract/limits.ts'
import { callerName } from './caller.ts'
import type { Listener } from './listen.ts'
import type { ListenFramesOptions } from './listen-tcp.ts'
import { type Gateway, takeIn } from './take-in.ts'
import { createTrackerLimits } from './tracker-limits.ts'

/**
 * Opens a port for a tracker protocol over UDP: each datagram holds whole frames. A frame is answered when all its reports
 * are committed; what could not be, and what comes while too much is under way, is not, and the tracker sends it again.
 * Nobody but a known tracker is ever answered, so that the port is of no use for a flood under somebody else's address.
 * @throws the error of the operating system, such as `EADDRINUSE`, when the port cannot be opened.
 */
export async function listenUdp(options: Omit<ListenFramesOptions, 'bounds'>): Promise<Listener> {
  const gateway: Gateway = { ...options, trackerLimits: createTrackerLimits() }
  const socket = createSocket(options.host.includes(':') ? 'udp6' : 'udp4')
  const underWay = new Set<Promise<void>>()
  socket.on('message', (datagram, sender) => {
    if (underWay.size >= limits.gateway.datagramsUnderWay) return
    const work = serve(datagram, sender).finally(() => underWay.delete(work))
    underWay.add(work)
  })
  socket.bind(options.port, options.host)
  await once(socket, 'listening')
  // An answer that cannot be sent is one that got lost on its way.
  socket.on('error', () => {})
  return {
    port: socket.address().port,
    async close() {
      await Promise.all(underWay)
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }

  async function serve(datagram: Buffer, sender: RemoteInfo): Promise<void> {
    let outcome: string
    try {
      outcome = await answer(datagram, sender)
    } catch (error) {
      // Not its message: a database's can hold what the tracker sent.
      outcome = error instanceof Error ? `FAILED ${error.name}` : 'FAILED'
    }
    // Noise from the internet is no news.
    if (outcome === 'NOTHING') return
    gateway.log.info({ gateway: gateway.protocol.name, caller: callerName(sender.address), outcome })
  }

  /** Answers one frame after the other; gives what became of the last one. */
  async function answer(datagram: Buffer, sender: RemoteInfo): Promise<string> {
    let outcome: string = 'NOTHING'
    let bytes = datagram
    for (;;) {
      const { frame, rest } = gateway.protocol.takeFrame(bytes)
      if (frame === null) return outcome
      bytes = rest
      const message = gateway.protocol.decode(frame, null, gateway.clock.now())
      const taken = await takeIn(message, sender.address, gateway)
      outcome = taken.outcome
      if (outcome === 'ACCEPTED' && taken.reply !== null)
        socket.send(taken.reply, sender.port, sender.address, () => {})
      if (outcome === 'UNKNOWN_TRACKER' || outcome === 'RATE_LIMITED') return outcome
    }
  }
}
