import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logParts } from '#server/testing/log-parts.ts'
import { createHttpServer } from './server.ts'
import { registerNotFound, registerStaticFiles } from './static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-web-'))
let app: FastifyInstance
let port: number

beforeAll(async () => {
  for (const name of ['.vite', 'assets']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, '.vite/screens.json'), '{}')
  writeFileSync(join(folder, 'app.html'), '<head></head>the app')
  writeFileSync(join(folder, 'index.html'), 'the landing page')
  writeFileSync(join(folder, 'assets/a.js'), 'a')
  const log = pino({ level: 'silent' })
  app = await createHttpServer({ log, ...logParts, trustProxy: [], mapSources: [], subdomains: false })
  registerNotFound(app, await registerStaticFiles(app, folder))
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** The address goes over the wire as it is: clients of HTTP would correct it. */
async function get(path: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: wegwarte.example\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ', 2)[1]), head, body }
}

test.each([
  '/%E0%A4%A',
  '/%',
  '/%00',
  '/login/%00',
  '//evil.example',
  '///evil.example',
  '//evil.example/',
  '//evil.example/%2e%2e',
  '//evil.example?redirect=//evil.example',
  '/\\evil.example',
  '/%5Cevil.example',
  '/a//b',
  '/a/../b',
  '/%2e%2e/a',
  `/${'x'.repeat(3_000)}`,
  'http://evil.example/%00',
  'http://evil.example//b',
])('%s leads to the page of unknown addresses, and nowhere else', async (path) => {
  const { status, head } = await get(path)
  expect(status).toBe(302)
  expect(head.match(/^location: .*$/gim)).toEqual(['location: /404'])
  expect(head).toMatch(/^content-security-policy: /m)
})

test.each(['/404', '/nothing', '/%2F%2Fevil.example', '/a%0d%0ab', '/login;a=b'])(
  '%s is answered with the app, which knows its pages',
  async (path) => {
    const { status, body } = await get(path)
    expect([status, body]).toMatchObject([200, expect.stringContaining('the app')])
  },
)

test.each([
  '/api/%E0%A4%A',
  '/api//x',
  '/api/%00',
  '/assets/%E0%A4%A',
  '/assets//a.js',
  '/assets/b.js',
  '/dev/%E0',
  '/.env',
])('%s, which programs ask for, is NOT_FOUND in the envelope', async (path) => {
  const { status, head, body } = await get(path)
  expect([status, body]).toMatchObject([404, expect.stringContaining('"code":"NOT_FOUND"')])
  expect(head).toMatch(/^x-content-type-options: nosniff/m)
})
