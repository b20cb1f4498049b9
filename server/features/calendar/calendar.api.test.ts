import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { calendar } from '#contract/calendar/calendar.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
}, 60_000)
afterAll(() => product.close())

const made = z.object({ data: calendar.make.reply })
const make = async (person: Person) =>
  made.parse((await callAs(product, person, 'POST', '/api/calendar')).body).data.path
const read = (path: string) => send(product.url, 'GET', path)
const shown = async (person: Person) => (await callAs(product, person, 'GET', '/api/calendar')).body

test('a calendar reads one’s dates at a secret address, without plate and place, until there is another', async () => {
  const person = await becomeCustomer(product)
  expect(await shown(person)).toMatchObject({ data: { address: null } })
  const change = {
    deviceName: 'Enduro',
    usageType: 'MOTORRAD',
    vehicleBrand: null,
    vehicleModel: null,
    vehiclePlate: 'KA-WW 1',
    notes: null,
    season: { fromMonth: 4, toMonth: 10 },
    inspectionDue: '2099-05',
  }
  await callAs(product, person, 'PUT', `/api/devices/${person.deviceId}`, change)
  const path = await make(person)
  const file = await read(path)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toContain('text/calendar')
  for (const words of ['HU fällig: „Enduro“', 'DTSTART;VALUE=DATE:20990531', 'Saison ', 'Lizenz START endet'])
    expect(file.text.replaceAll('\r\n ', '')).toContain(words)
  expect(file.text).not.toContain('KA-WW')
  expect(await shown(person)).toMatchObject({ data: { address: { lastReadAt: expect.any(String) } } })

  const next = await make(person)
  expect([(await read(path)).status, (await read(next)).status]).toEqual([404, 200])
  await callAs(product, person, 'DELETE', '/api/calendar')
  expect((await read(next)).status).toBe(404)
})

test.each(['x', 'x'.repeat(43), 'x'.repeat(64), '..%2f..%2fetc', '%00'])('at %s is no calendar', async (token) => {
  expect((await read(`/api/calendar/${token}/wegwarte.ics`)).status).toBeGreaterThanOrEqual(400)
})

test('another password ends the address, and somebody else’s calendar has nothing of mine', async () => {
  const [person, other] = [await becomeCustomer(product), await becomeCustomer(product)]
  const [path, others] = [await make(person), await make(other)]
  const answer = await callAs(product, person, 'POST', '/api/user/change-password', {
    currentPassword: person.password,
    newPassword: 'ein anderes Passwort',
  })
  expect(answer.status).toBe(200)
  expect([(await read(path)).status, (await read(others)).status]).toEqual([404, 200])
  await callAs(product, person, 'DELETE', '/api/calendar')
  expect((await read(others)).status).toBe(200)
})
