import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** What a broker did for its one client, whose session outlives connections. */
export interface QueueingBroker {
  url: string
  connections: number
  clientIds: string[]
  /** Messages sent, those that came again included. */
  deliveries: number
  pings: number
  /** The numbers of messages, by their place in the queue, as they were acknowledged. */
  acknowledged: number[]
  /** Acknowledgements of what was not the longest unacknowledged message of its connection. */
  outOfTurn: number
  queue(topic: string, payload: string): void
  /** Messages that are not acknowledged. */
  left(): number
  cut(): void
  close(): Promise<void>
}

export interface BrokerHabits {
  /** Messages sent and not acknowledged; Mosquitto calls it `max_inflight_messages`. */
  inFlight?: number
  /** Called with each ping, whether it is answered: the answer comes behind everything sent before, as over any connection. */
  answersPing?: () => boolean
}

interface Queued {
  number: number
  topic: string
  payload: string
}

/** A broker that does what a backlog shows: it delivers at QoS 1, at most so many at a time, and again what was not acknowledged. */
export async function startQueueingBroker(habits: BrokerHabits = {}): Promise<QueueingBroker> {
  const { inFlight = 100, answersPing = () => true } = habits
  const waiting: Queued[] = []
  let queued = 0
  /** By packet id, in the order in which they were sent. */
  const sent = new Map<number, Queued>()
  let lastId = 0
  let client: Socket | null = null
  const sockets = new Set<Socket>()

  const deliver = () => {
    if (client === null) return
    for (const next of waiting.splice(0, inFlight - sent.size)) {
      lastId = (lastId % 65_535) + 1
      sent.set(lastId, next)
      broker.deliveries += 1
      client.write(publication(lastId, next))
    }
  }

  const answer = (socket: Socket, kind: number, body: Buffer) => {
    switch (kind) {
      case 1:
        broker.connections += 1
        broker.clientIds.push(body.subarray(12, 12 + body.readUInt16BE(10)).toString())
        socket.write(Buffer.from([0x20, 2, 1, 0]))
        break
      case 4: {
        const id = body.readUInt16BE(0)
        const message = sent.get(id)
        if (message === undefined) throw new Error('acknowledged what was not sent')
        const [longest] = sent.keys()
        if (id !== longest) broker.outOfTurn += 1
        sent.delete(id)
        broker.acknowledged.push(message.number)
        deliver()
        break
      }
      case 8:
        socket.write(Buffer.from([0x90, 3, ...body.subarray(0, 2), 1]))
        client = socket
        deliver()
        break
      case 12:
        broker.pings += 1
        if (answersPing()) socket.write(Buffer.from([0xd0, 0]))
        break
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let bytes: Buffer = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece])
      for (let packet = firstPacket(bytes); packet !== null; packet = firstPacket(bytes)) {
        bytes = packet.rest
        answer(socket, packet.kind, packet.body)
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      if (client !== socket) return
      client = null
      // It is sent again, before what came later.
      waiting.unshift(...sent.values())
      sent.clear()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  const broker: QueueingBroker = {
    url: `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    connections: 0,
    clientIds: [],
    deliveries: 0,
    pings: 0,
    acknowledged: [],
    outOfTurn: 0,
    queue(topic, payload) {
      waiting.push({ number: queued, topic, payload })
      queued += 1
      deliver()
    },
    left: () => waiting.length + sent.size,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      broker.cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return broker
}

function publication(id: number, { topic, payload }: Queued): Buffer {
  const name = Buffer.from(topic)
  const body = Buffer.concat([
    Buffer.from([name.length >> 8, name.length & 255]),
    name,
    uint16(id),
    Buffer.from(payload),
  ])
  const length: number[] = []
  for (let left = body.length; ; left >>= 7) {
    if (left < 128) {
      length.push(left)
      break
    }
    length.push((left & 127) | 128)
  }
  return Buffer.concat([Buffer.from([0x32, ...length]), body])
}

const uint16 = (value: number) => Buffer.from([value >> 8, value & 255])

/** Null until it is complete. */
function firstPacket(bytes: Buffer): { kind: number; body: Buffer; rest: Buffer } | null {
  let length = 0
  for (let at = 1; at < Math.min(bytes.length, 5); at += 1) {
    const byte = bytes[at] ?? 0
    length |= (byte & 127) << (7 * (at - 1))
    if (byte >= 128) continue
    const end = at + 1 + length
    if (bytes.length < end) return null
    return { kind: (bytes[0] ?? 0) >> 4, body: bytes.subarray(at + 1, end), rest: bytes.subarray(end) }
  }
  return null
}
