import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashOf } from '#server/platform/secrets.ts'
import type { Advice } from './advice.ts'

interface Parts {
  /** @throws {Problem} RATE_LIMITED, before the token is looked at: guesses are counted, too. */
  admit(address: string): void
  metrics(): Promise<string[]>
  advice(): Promise<Advice[]>
}

/** Prometheus sends the token as a bearer's, a browser as the password of any user. */
export function registerMetricsRoutes(app: FastifyInstance, token: string, { admit, metrics, advice }: Parts): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    admit(request.ip)
    if (isToken(givenIn(request.headers.authorization), token)) return
    await reply
      .status(401)
      .header('www-authenticate', 'Basic realm="Wegwarte"')
      .type('text/plain')
      .send('METRICS_TOKEN fehlt.')
  }
  const options = { schema: { hide: true }, onRequest }
  app.get('/metrics', options, async (_request, reply) =>
    reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`${(await metrics()).join('\n')}\n`),
  )
  app.get('/metrics/status', options, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page(await advice())),
  )
}

function givenIn(authorization = ''): string {
  const [scheme, credentials = ''] = authorization.split(' ', 2)
  if (scheme === 'Bearer') return credentials
  if (scheme !== 'Basic') return ''
  const [, ...password] = Buffer.from(credentials, 'base64').toString().split(':')
  return password.join(':')
}

function isToken(given: string, token: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(token))
}

function page(advice: readonly Advice[]): string {
  const open = advice.filter(({ toDo }) => toDo !== null)
  const rows = [...open, ...advice.filter(({ toDo }) => toDo === null)].map(
    ({ part, state, toDo }) =>
      `<tr><th scope="row">${escape(part)}</th><td>${escape(state)}</td><td>${escape(toDo ?? 'nichts zu tun')}</td></tr>`,
  )
  const title = open.length === 0 ? 'Alles in Ordnung' : `${open.length} Punkte brauchen Aufmerksamkeit`
  return `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Wegwarte</title><main><h1>${title}</h1>
<table><thead><tr><th scope="col">Teil</th><th scope="col">Stand</th><th scope="col">Was tun</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
<p>Dieselben Zahlen für Prometheus: <a href="/metrics">/metrics</a></p></main></html>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
