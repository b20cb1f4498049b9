import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person, sell } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
}, 60_000)
afterAll(() => product.close())

const post = (person: Person, path: string, body: unknown) =>
  send(product.url, 'POST', path, { token: person.token, body })

async function consents(person: Person): Promise<boolean[]> {
  const rows = await product.operator
    .selectFrom('devices')
    .leftJoin('tracking_settings', 'device_id', 'devices.id')
    .select('consent_given')
    .where('user_id', '=', person.userId)
    .orderBy('registered_at')
    .execute()
  return rows.map(({ consent_given }) => consent_given === true)
}

test('consent is given for one device, for all of them, and not while one is recorded', async () => {
  const person = await becomeCustomer(product)
  await sell(product, { imei: '860000000000777' })
  await post(person, '/api/devices/register-imei', { imei: '860000000000777' })
  expect(await consents(person)).toEqual([false, false])

  const one = await post(person, '/api/devices/position-consent', { consent: true, deviceId: person.deviceId })
  expect(one.body).toMatchObject({ data: { devices: [{ id: person.deviceId }] } })
  expect(await consents(person)).toEqual([true, false])
  await post(person, '/api/devices/position-consent', { consent: true })
  expect(await consents(person)).toEqual([true, true])

  await post(person, '/api/tracking/enable', { deviceId: person.deviceId, trackingMode: 'THEFT' })
  const refused = await post(person, '/api/devices/position-consent', { consent: false })
  expect([refused.status, refused.code]).toEqual([409, 'TRACKING_ACTIVE'])
  expect(await consents(person)).toEqual([true, true])
})
