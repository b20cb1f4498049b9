/*
 * What a request costs in comparison with a bare Fastify: a public one, one with a session, and a prepared tile of the map.
 * Answers per second depend on what else this machine does just now. The ratio is made from the server's own processor time
 * for each answer.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { type Server, startServer } from './http/start-server.ts'
import { median, table } from './pois/figures.ts'

const rounds = 5
/** Every caller of a round has an address of its own, and sends no more requests than it may in a minute. */
const callers = 40
const requestsEach = 250
const pipelined = 10
const tile = '/api/poi/tiles/10/535/352.mvt'

const session = z.object({ data: z.object({ token: z.string() }) })

/** Sends all its requests, some at a time, over one connection. */
function call({ hostname, port }: URL, localAddress: string, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answered = 0
    let left = requestsEach
    let end = ''
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    const send = () => {
      const now = Math.min(pipelined, left)
      left -= now
      socket.write(request.repeat(now))
    }
    socket.once('connect', send)
    socket.on('data', (piece) => {
      const text = end + piece.toString('latin1')
      const parts = text.split('HTTP/1.1 ')
      if (parts.slice(1).some((part) => part !== '' && !'200'.startsWith(part.slice(0, 3)))) {
        reject(new Error(`answered ${parts.at(-1)?.slice(0, 3)}`))
      }
      answered += parts.length - 1
      end = text.slice(-8)
      if (answered === requestsEach) socket.end(resolve)
      else if (answered === requestsEach - left) send()
    })
    socket.on('error', reject)
  })
}

async function measure(server: Server, path: string, token: string | null, round: number) {
  const headers = ['host: localhost', ...(token === null ? [] : [`authorization: Bearer ${token}`])]
  const request = `GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`
  const [before, startedAt] = [await server.used(), performance.now()]
  const addresses = Array.from({ length: callers }, (_, caller) => `127.0.${round}.${caller + 1}`)
  await Promise.all(addresses.map((address) => call(server.url, address, request)))
  const seconds = (performance.now() - startedAt) / 1000
  const micros = (await server.used()).cpuMicros - before.cpuMicros
  const answers = callers * requestsEach
  return { perSecond: answers / seconds, micros: micros / answers }
}

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
const bare = await startServer('bare', folder)
const product = await startServer('product', folder)
try {
  const answer = await fetch(new URL('/api/auth/demo', product.url), { method: 'POST' })
  const { token } = session.parse(await answer.json()).data
  const ways = [
    { name: 'bare Fastify', server: bare, path: '/api/time', token: null },
    { name: 'public: /api/time', server: product, path: '/api/time', token: null },
    { name: 'of a session: /api/users/profile', server: product, path: '/api/users/profile', token },
    { name: `prepared: ${tile}`, server: product, path: tile, token },
  ].map((way) => ({ ...way, measured: new Array<Awaited<ReturnType<typeof measure>>>() }))
  for (const { server, path, token } of ways) await measure(server, path, token, 0)
  for (let round = 1; round <= rounds; round += 1) {
    for (const way of ways) way.measured.push(await measure(way.server, way.path, way.token, round))
  }
  const least = median(ways[0]?.measured.map(({ micros }) => micros) ?? [])
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; medians of ${rounds} rounds`)
  console.log(
    table(
      ['', 'answers/s', 'µs each', 'of bare'],
      ways.map(({ name, measured }) => {
        const micros = median(measured.map((each) => each.micros))
        const perSecond = Math.round(median(measured.map((each) => each.perSecond)))
        return [name, perSecond, micros.toFixed(0), (least / micros).toFixed(2)]
      }),
    ),
  )
} finally {
  await Promise.all([bare.stop(), product.stop()])
  rmSync(folder, { recursive: true, force: true })
}
