import { createServer, type IncomingHttpHeaders, request } from 'node:http'

/**
 * The product behind a proxy that can bring another build of the app: the same files, with another name of the first one.
 * Only so does a browser find a newer service worker on the same server.
 */
export async function startBehindProxy(productUrl: string) {
  let isNewer = false
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').replace(newerEntry, (_, name: string) => `/assets/${name}`)
    const { method, headers } = incoming
    // Neither packed nor left out because the browser has it: the worker is read here.
    const plain = without(headers, 'accept-encoding', 'if-none-match', 'if-modified-since')
    const forwarded = request(new URL(path, productUrl), { method, headers: plain }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, without(answer.headers, 'content-length'))
      if (!isNewer || path !== '/service-worker.js') return answer.pipe(outgoing)
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      return answer.on('end', () => outgoing.end(ofNewerBuild(Buffer.concat(pieces).toString())))
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    bringNewer: () => void (isNewer = true),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function without(headers: IncomingHttpHeaders, ...names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

const newerEntry = /\/assets\/newer-([\w.-]+)/

/** All entries get other names: which of them a page begins with is the build's business. */
function ofNewerBuild(worker: string): string {
  return worker.replaceAll(/assets\/(index-[\w-]+\.js)/g, 'assets/newer-$1')
}
