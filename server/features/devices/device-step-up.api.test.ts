import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { outcome } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let anna: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  anna = await becomeCustomer(product)
}, 60_000)

afterAll(() => product.close())

test('a session that was confirmed long ago gives no device away and removes none', async () => {
  await product.operator.updateTable('sessions').set({ confirmed_at: null }).execute()
  const offer = { deviceId: anna.deviceId, email: 'dieb@example.org' }
  const refused = [403, 'STEP_UP_REQUIRED']
  expect(outcome(await callAs(product, anna, 'POST', '/api/device-registration/transfer', offer))).toEqual(refused)
  expect(outcome(await callAs(product, anna, 'DELETE', `/api/devices/${anna.deviceId}`))).toEqual(refused)
  expect(await product.operator.selectFrom('device_offers').selectAll().execute()).toEqual([])

  const proof = { proof: 'password', password: anna.password }
  expect((await callAs(product, anna, 'POST', '/api/auth/step-up', proof)).status).toBe(200)
  expect((await callAs(product, anna, 'POST', '/api/device-registration/transfer', offer)).status).toBe(200)
  expect((await callAs(product, anna, 'DELETE', `/api/devices/${anna.deviceId}`)).status).toBe(200)
})
