import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { demoRegions } from '#domain/demo/demo-regions.ts'
import { demoPois } from '#domain/demo/demo-pois.ts'
import { demoEmail } from '#domain/demo/demo.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await startTestProduct({ DEMO: '1', ...(await ownDatabase()) })
}, 60_000)
afterAll(() => product.close())

const signedIn = z.object({ data: z.object({ token: z.string() }) })

async function enterDemo(): Promise<string> {
  const answer = await send(product.url, 'POST', '/api/auth/demo')
  return signedIn.parse(answer.body).data.token
}

test('one click signs in to the demo, where everything is marked as sample data', async () => {
  const token = await enterDemo()
  const pois = await send(product.url, 'GET', '/api/poi/all', { token })
  expect(pois.body).toHaveLength(demoPois().length)
  expect(pois.body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ details: expect.objectContaining({ attribution: 'Beispieldaten' }) }),
    ]),
  )
  const warnings = await send(product.url, 'GET', '/api/weather/preferences/current-warnings', { token })
  expect(warnings.body).toHaveLength(4 + demoRegions.length)
  expect(warnings.headers.get('x-data-status')).toBe('ok')
})

test('a real customer sees nothing of it', async () => {
  const { token } = await becomeCustomer(product)
  expect((await send(product.url, 'GET', '/api/poi/all', { token })).body).toEqual([])
  expect((await send(product.url, 'GET', '/api/poi/weather', { token })).body).toMatchObject({ features: [] })
  const poi = demoPois()[0]
  expect((await send(product.url, 'GET', `/api/poi/demo-${poi?.sourceId.replace('/', '-')}`, { token })).status).toBe(
    404,
  )
})

test('its account is shared: visitors change nothing for the next one, whatever they call', async () => {
  const token = await enterDemo()
  const mayChange = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'public')
  const answers = mayChange.map(async ({ method, path, openToDemo = false }) => {
    const { code } = await send(product.url, method, path.replaceAll(/:\w+/g, 'demo-device-1'), { token })
    return [`${method} ${path}`, openToDemo || code === 'DEMO_READ_ONLY'] as const
  })
  const refused = await Promise.all(answers)
  expect(refused.length).toBeGreaterThan(40)
  expect(refused.filter(([, isKept]) => !isKept)).toEqual([])
  const open = mayChange.filter(({ openToDemo }) => openToDemo === true)
  expect(open.map(({ path }) => path)).toEqual(['/api/places/names', '/api/route-check', '/api/route-check/roads'])
})

test('its visitors see everything, check a route and sign out', async () => {
  const token = await enterDemo()
  const pieces = [
    [
      { latitude: 49, longitude: 8.4 },
      { latitude: 49.1, longitude: 8.5 },
    ],
  ]
  const checked = await send(product.url, 'POST', '/api/route-check', { token, body: { pieces, corridorMetres: 100 } })
  expect(checked.status).toBe(200)
  expect((await send(product.url, 'POST', '/api/auth/logout', { token })).status).toBe(200)
  expect((await send(product.url, 'GET', '/api/users/profile', { token })).status).toBe(401)
})

test('its address has no password to sign in with', async () => {
  const answer = await send(product.url, 'POST', '/api/auth/login', { body: { email: demoEmail, password: 'geheim1' } })
  expect([answer.status, answer.code]).toEqual([401, 'UNAUTHORIZED'])
})

test('without the demo there is no way in', async () => {
  const plain = await startTestProduct(await ownDatabase())
  expect((await send(plain.url, 'POST', '/api/auth/demo')).status).toBe(404)
  await plain.close()
})
