import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach } from 'vitest'
import * as z from 'zod'

/** Servers on loopback that end with the test; each call starts one and returns its `host:port`. */
export function answeringServers(): (answer: RequestListener) => Promise<string> {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
  return async (answer) => {
    const server = createServer(answer)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = z.object({ port: z.number() }).parse(server.address())
    return `127.0.0.1:${port}`
  }
}
