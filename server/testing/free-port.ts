import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine on which nobody listens yet. */
export async function freePort(): Promise<number> {
  const port = await listenedOn(0)
  if (port === null) throw new Error('no port')
  return port
}

/** Whether nobody listens on it. */
export async function isFree(port: number): Promise<boolean> {
  return (await listenedOn(port)) !== null
}

/** Listens for a moment. Null where somebody else does. */
async function listenedOn(port: number): Promise<number | null> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return null
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address === null || typeof address === 'string' ? null : address.port
}
