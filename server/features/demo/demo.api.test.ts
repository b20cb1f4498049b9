import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { demoEmail, demoPois } from '#domain/demo.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await startTestProduct({ DEMO: '1' })
}, 60_000)
afterAll(() => product.close())

const signedIn = z.object({ data: z.object({ token: z.string() }) })

async function enterDemo(): Promise<string> {
  const answer = await send(product.url, 'POST', '/api/auth/demo')
  return signedIn.parse(answer.body).data.token
}

test('one click enters the demo world, where everything is marked as sample data', async () => {
  const token = await enterDemo()
  const pois = await send(product.url, 'GET', '/api/poi/all', { token })
  expect(pois.body).toHaveLength(demoPois().length)
  expect(pois.body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ details: expect.objectContaining({ attribution: 'Beispieldaten' }) }),
    ]),
  )
  const warnings = await send(product.url, 'GET', '/api/weather/preferences/current-warnings', { token })
  expect(warnings.body).toHaveLength(4)
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

test("its account is everybody's: nobody takes anything away from the next visitor", async () => {
  const token = await enterDemo()
  const refused = async (method: string, path: string, body?: unknown) =>
    (await send(product.url, method, path, { token, ...(body !== undefined && { body }) })).code
  expect(await refused('DELETE', '/api/devices/demo-device-1')).toBe('DEMO_READ_ONLY')
  const renamed = {
    deviceName: 'Meins',
    usageType: 'AUTO',
    vehicleBrand: '',
    vehicleModel: '',
    vehiclePlate: '',
    notes: '',
  }
  expect(await refused('PUT', '/api/devices/demo-device-1', renamed)).toBe('DEMO_READ_ONLY')
  expect(await refused('DELETE', '/api/tracking/history/demo-device-1')).toBe('DEMO_READ_ONLY')
  const withdrawn = { deviceId: 'demo-device-1', deletePositions: true }
  expect(await refused('POST', '/api/tracking/withdraw', withdrawn)).toBe('DEMO_READ_ONLY')
  expect(await refused('POST', '/api/devices/demo-device-1/clock', { aheadMinutes: 60 })).toBe('DEMO_READ_ONLY')
  expect(await refused('POST', '/api/user/change-password', { currentPassword: 'x', newPassword: '123456' })).toBe(
    'DEMO_READ_ONLY',
  )
  expect(await refused('POST', '/api/devices/register-imei', { imei: '1'.repeat(15) })).toBe('DEMO_READ_ONLY')
})

test('its address has no password that one could sign in with', async () => {
  const answer = await send(product.url, 'POST', '/api/auth/login', { body: { email: demoEmail, password: 'geheim1' } })
  expect([answer.status, answer.code]).toEqual([401, 'UNAUTHORIZED'])
})

test('without the demo there is no way in', async () => {
  const plain = await startTestProduct()
  expect((await send(plain.url, 'POST', '/api/auth/demo')).status).toBe(404)
  await plain.close()
})
