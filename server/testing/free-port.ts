import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Linux chooses higher ports for connections and for those who listen at "any port": nobody else gets one of these between its
 * choice and its use, or while the process that listens on it is away.
 */
const least = 20_000
const count = 12_000
/** Test files that run side by side are processes of their own: each begins elsewhere. */
let next = process.pid * 97

/** A port of this machine on which nobody listens yet, and which no later call in this process returns. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < count; tried += 1) {
    const port = least + (next++ % count)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

/** Listens for a moment. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
