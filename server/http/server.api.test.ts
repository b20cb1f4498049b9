import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { operationIdOf } from '#server/http/route-schema.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { linkIn, startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { sources } from '#server/feeds/feeds.ts'

let product: TestProduct
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void logged.push(line) })
  product = await startTestProduct(await ownDatabase(), log)
}, 60_000)
afterAll(() => product.close())

describe('the log', () => {
  test('has one line a request, with the route and neither token, password, key, id nor position', async () => {
    const person = await becomeCustomer(product)
    const place = { latitude: 49.123456, longitude: 8.654321 }
    await send(product.url, 'POST', `/api/devices/${person.deviceId}/position`, { token: person.token, body: place })
    await send(product.url, 'GET', `/api/poi?near=${place.latitude},${place.longitude}`, { token: person.token })
    await send(product.url, 'GET', `/api/configuration?imei=${person.imei}`, {
      headers: { 'x-device-key': person.deviceSecret },
    })
    const mailed = linkIn(await product.mail.emailTo(person.email, /bestätigen/)).searchParams.get('token') ?? ''
    const before = logged.length
    await send(product.url, 'GET', `/api/auth/verify-email?token=${mailed}`)
    expect(logged.length - before).toBe(1)

    const { email, password, token, imei, deviceId, deviceSecret } = person
    const everything = logged.join('')
    expect(everything).toContain('/api/devices/:id/position')
    for (const secret of [email, password, token, imei, deviceId, deviceSecret, mailed, '49.123456', '8.654321']) {
      expect(everything).not.toContain(secret)
    }
  })
})

describe('the description of the API', () => {
  const documented = z.object({
    openapi: z.string(),
    servers: z.unknown(),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  })

  test('knows every endpoint of the contract, with its name, its summary and who may call', async () => {
    const { openapi, servers, paths } = documented.parse((await send(product.url, 'GET', '/api/openapi.json')).body)
    expect([openapi, servers]).toEqual(['3.1.0', [{ url: '/' }]])
    for (const endpoint of endpoints) {
      const { method, path, summary, access, owns } = endpoint
      const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation, `${method} ${path}`).toMatchObject({
        operationId: operationIdOf(endpoint),
        summary,
        'x-access': access,
        ...(owns && { 'x-owns': owns }),
      })
    }
  })

  test('can be read at /api/docs, without asking strangers', async () => {
    const page = await send(product.url, 'GET', '/api/docs')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).not.toMatch(/https?:/)
    const [read, served] = await Promise.all(
      ['/api/docs/json', '/api/openapi.json'].map((path) => send(product.url, 'GET', path)),
    )
    expect(read?.text).toBe(served?.text)
  })
})

describe('every answer', () => {
  test('that is a page says what the page may do, and allows no inline scripts', async () => {
    const { headers } = await send(product.url, 'GET', '/')
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'.*script-src 'self'(;|$)/)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('permissions-policy')).toMatch(/geolocation=\(self\).*camera=\(\)/)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expectForEverybody(headers)
  })

  test('that is a part of pages has their policy, and nothing that is about documents', async () => {
    const page = await fetch(new URL('/login', product.url))
    const [part = ''] = /\/assets\/[\w-]+\.js/.exec(await page.text()) ?? []
    const { headers } = await send(product.url, 'GET', part)
    expect(headers.get('content-type')).toMatch(/javascript/)
    expect(headers.get('content-security-policy')).toBe(page.headers.get('content-security-policy'))
    expect([headers.get('permissions-policy'), headers.get('x-frame-options')]).toEqual([null, null])
    expectForEverybody(headers)
  })

  test('of the API runs, loads and frames nothing if it is opened like a page, and is kept in no cache', async () => {
    for (const path of ['/api/config', '/api/auth/profile', '/api/unknown']) {
      const { headers } = await send(product.url, 'GET', path)
      expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
      expectForEverybody(headers)
      // No cache keeps it, so it needs no tag.
      expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
    }
  })

  function expectForEverybody(headers: Headers): void {
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  }

  test('of the app is not sent again to a browser that has it', async () => {
    const { headers } = await send(product.url, 'GET', '/login')
    const tag = headers.get('etag') ?? ''
    const again = await send(product.url, 'GET', '/login', { headers: { 'if-none-match': tag } })
    expect([again.status, again.headers.get('etag')]).toEqual([304, tag])
  })

  test('to a request for the manifest of the build is 404', async () => {
    expect((await send(product.url, 'GET', '/.vite/manifest.json')).status).toBe(404)
  })

  test('about health names each part', async () => {
    const answer = await send(product.url, 'GET', '/api/health')
    const unasked = sources.map(({ name }) => ({ feed: name, lastSuccessAt: null, failing: false }))
    expect(answer.body).toMatchObject({
      data: {
        status: 'ok',
        database: 'ok',
        mail: 'smtp',
        jobs: 'ok',
        overdue: [],
        clockBehindSeconds: null,
        silentPositionServers: 0,
        feeds: unasked,
      },
    })
  })

  test('about the time is that of the server, which browsers use', async () => {
    const answer = await send(product.url, 'GET', '/api/time')
    expect(answer.body).toMatchObject({ data: { timeZone: 'Europe/Berlin' } })
  })
})
