import { expect, test } from 'vitest'
import { clockAt } from '#server/db/testing/clock.ts'
import { createDownload } from '#server/features/feeds/download.ts'
import { answeringServers } from '#server/testing/answering-servers.ts'
import { freePort } from '#server/testing/free-port.ts'

const download = createDownload({
  fetch,
  contact: 'https://wegwarte.example',
  clock: clockAt('2026-11-21T12:00:00Z'),
})
const serve = answeringServers()

const ask = (
  host: string,
  more: { form?: Record<string, string>; timeoutMs?: number } = {},
  etag: string | null = null,
) => download({ url: `http://${host}/feed`, timeoutMs: 5000, maxBytes: 1_000_000, ...more }, etag)

test("the answer is returned with the source's name for its state", async () => {
  const host = await serve((request, response) => {
    expect(request.method).toBe('GET')
    expect(request.headers['user-agent']).toBe('Wegwarte/1.0.0 (+https://wegwarte.example)')
    response.setHeader('etag', '"7"').end('hallo')
  })
  expect(await ask(host)).toEqual({
    file: { name: `Die Antwort von ${host}`, bytes: Buffer.from('hallo') },
    etag: '"7"',
  })
})

test('a form is sent as one', async () => {
  const host = await serve((request, response) => {
    expect([request.method, request.headers['content-type']]).toEqual([
      'POST',
      'application/x-www-form-urlencoded;charset=UTF-8',
    ])
    request.pipe(response)
  })
  expect(await ask(host, { form: { data: '[out:json];a&b' } })).toMatchObject({
    file: { bytes: Buffer.from('data=%5Bout%3Ajson%5D%3Ba%26b') },
  })
})

test('a known state is not downloaded again', async () => {
  const host = await serve((request, response) => {
    response.statusCode = request.headers['if-none-match'] === '"7"' ? 304 : 200
    response.end()
  })
  expect(await ask(host, {}, '"7"')).toEqual({ unchanged: true })
})

test.each([
  [404, undefined, /^127\.0\.0\.1:\d+ antwortet mit Status 404$/, undefined],
  [429, undefined, /ist überlastet \(Status 429\)$/, { retryAfterMinutes: null }],
  [429, '1800', /ist überlastet \(Status 429\)$/, { retryAfterMinutes: 30 }],
  [503, 'Sat, 21 Nov 2026 12:10:00 GMT', /ist überlastet \(Status 503\)$/, { retryAfterMinutes: 10 }],
  [504, undefined, /ist überlastet \(Status 504\)$/, { retryAfterMinutes: null }],
])(
  'a refusal with status %i and Retry-After %s is reported in words',
  async (status, retryAfter, reason, overloaded) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    const host = await serve((_request, response) => response.writeHead(status, headers).end('<html>'))
    expect(await ask(host)).toEqual({
      failure: expect.stringMatching(reason),
      ...(overloaded !== undefined && { overloaded }),
    })
  },
)

test('a source that is silent for too long is given up', async () => {
  const host = await serve(() => undefined)
  expect(await ask(host, { timeoutMs: 100 })).toEqual({
    failure: `${host} hat nicht innerhalb von 0.1 Sekunden geantwortet`,
  })
})

test('a source that goes silent halfway is given up, too', async () => {
  const host = await serve((_request, response) => void response.write('{"elements":['))
  expect(await ask(host, { timeoutMs: 100 })).toMatchObject({ failure: expect.stringContaining('nicht innerhalb') })
})

test('a connection that breaks off returns nothing', async () => {
  const host = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"elements":[', () => response.destroy())
  })
  expect(await ask(host)).toMatchObject({ failure: expect.stringContaining('ist nicht erreichbar') })
})

test('an unreachable source is reported by name', async () => {
  const host = `127.0.0.1:${await freePort()}`
  expect(await ask(host)).toEqual({ failure: `${host} ist nicht erreichbar (ECONNREFUSED)` })
})

test('an endless answer is not waited for', async () => {
  const piece = Buffer.alloc(100_000)
  let sent = 0
  const host = await serve((_request, response) => {
    const send = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length
    }
    response.on('drain', send)
    send()
  })
  expect(await ask(host)).toEqual({ failure: `Die Antwort von ${host} ist zu groß` })
  expect(sent).toBeLessThan(50_000_000)
})

test('an answer is named by its part', async () => {
  const host = await serve((_request, response) => response.end('hallo'))
  const request = { url: `http://${host}/feed`, timeoutMs: 5000, maxBytes: 100, part: 'A8/warning' }
  expect(await download(request, null)).toMatchObject({ file: { name: `Die Antwort von ${host} (A8/warning)` } })
  expect(await download({ ...request, maxBytes: 4 }, null)).toEqual({
    failure: `Die Antwort von ${host} (A8/warning) ist zu groß`,
  })
})
