import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { stopPatienceMs } from '#server/platform/shutdown.ts'
import type { Listener } from './listen.ts'
import type { ListenFramesOptions } from './listen-tcp.ts'
import { type Gateway, handleMessage } from './handle-message.ts'
import { createTrackerLimits } from './tracker-limits.ts'

/**
 * Opens a port for a tracker protocol over UDP: each datagram contains whole frames. A frame is answered when all its
 * reports are committed. Otherwise, or if too much is under way, it is not answered, and the tracker sends it again. Only
 * known trackers are ever answered, so that the port is of no use for a flood under somebody else's address.
 * @throws the error of the operating system, such as `EADDRINUSE`, if the port cannot be opened.
 */
export async function listenUdp(options: Omit<ListenFramesOptions, 'bounds'>): Promise<Listener> {
  const gateway: Gateway = { ...options, trackerLimits: createTrackerLimits(options.isKnown) }
  const socket = createSocket({
    type: options.host.includes(':') ? 'udp6' : 'udp4',
    reusePort: options.sharesPort,
  })
  const underWay = new Set<Promise<void>>()
  let closed = false
  socket.on('message', (datagram, sender) => {
    if (underWay.size >= gatewayServerLimits.datagramsUnderWay) return
    const work = answer(datagram, sender).finally(() => underWay.delete(work))
    underWay.add(work)
  })
  socket.bind(options.port, options.host)
  await once(socket, 'listening')
  // An answer that cannot be sent is like one that got lost on its way.
  socket.on('error', () => {})
  return {
    port: socket.address().port,
    async close() {
      await Promise.race([Promise.all(underWay), sleep(stopPatienceMs, undefined, { ref: false })])
      closed = true
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }

  /** Answers one frame after the other, until one is not accepted. */
  async function answer(datagram: Buffer, sender: RemoteInfo): Promise<void> {
    let bytes = datagram
    let identity: string | null = null
    const takeFrame = gateway.protocol.createFramer()
    for (;;) {
      const { frame, rest } = takeFrame(bytes)
      if (frame === null) {
        if (bytes === datagram && bytes.length > 0) gateway.outcomes.note(gateway.protocol.name, null, 'DAMAGED')
        return
      }
      bytes = rest
      const message = gateway.protocol.decode(frame, identity, gateway.clock.now())
      const taken = await handleMessage(message, sender.address, gateway)
      const { outcome } = taken
      if (outcome === 'UNKNOWN_TRACKER' || outcome === 'RATE_LIMITED' || outcome === 'FAILED') return
      // A later frame of the same datagram may leave its number out.
      identity = message.login ?? identity
      if (outcome === 'ACCEPTED' && taken.reply !== null && !closed) {
        const { reply } = taken
        // The port may not be closed before it is sent.
        await new Promise<void>((resolve) => socket.send(reply, sender.port, sender.address, () => resolve()))
      }
    }
  }
}
