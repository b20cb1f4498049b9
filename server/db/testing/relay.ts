import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A TCP relay to PostgreSQL that can fall silent, as when a host or NAT vanishes: nothing arrives, not even an end. */
export interface Relay {
  url: string
  /** Loses answers or everything from now on, on every open connection. New connections work. */
  lose(lost: 'answers' | 'everything'): void
  /** Whether new connections are silent from their beginning. */
  setGone(isGone: boolean): void
  close(): Promise<void>
}

interface Way {
  client: Socket
  server: Socket
  asks: boolean
  answers: boolean
}

/** @param url of a PostgreSQL that answers on a Unix socket (`postgres.ts`), or at a port. */
export async function openRelay(url: string): Promise<Relay> {
  const behind = new URL(url)
  const folder = behind.searchParams.get('host')
  const reach = () =>
    folder === null ? connect(Number(behind.port), behind.hostname) : connect(join(folder, '.s.PGSQL.5432'))
  const ways = new Set<Way>()
  let gone = false
  const relay = createServer((client) => {
    const way = { client, server: reach(), asks: !gone, answers: !gone }
    ways.add(way)
    carry(way)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  if (address === null || typeof address === 'string') throw new Error('a listening socket has a port')
  return {
    url: `postgresql://postgres@127.0.0.1:${address.port}${folder === null ? behind.pathname : '/postgres'}`,
    lose(lost) {
      for (const way of ways) Object.assign(way, { answers: false, asks: way.asks && lost === 'answers' })
    },
    setGone: (isGone) => void (gone = isGone),
    async close() {
      const closed = new Promise<void>((resolve) => relay.close(() => resolve()))
      for (const { client, server } of ways) for (const socket of [client, server]) socket.destroy()
      await closed
    },
  }
}

function carry(way: Way): void {
  const { client, server } = way
  for (const socket of [client, server]) socket.on('error', () => undefined)
  client.on('data', (bytes) => void (way.asks && server.write(bytes)))
  client.on('close', () => way.asks && server.destroy())
  server.on('data', (bytes) => void (way.answers && client.write(bytes)))
  server.on('close', () => way.answers && client.destroy())
}
