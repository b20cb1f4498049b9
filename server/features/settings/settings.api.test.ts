import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveredLed, deliveredSettings } from '#domain/settings/settings.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
}, 60_000)
afterAll(() => product.close())

const call = (person: Person, method: string, path: string, body?: unknown) =>
  callAs(product, person, method, path, body)
const quiet = { ...deliveredSettings(), quietHours: { enabled: true, from: '22:00', to: '06:00' } }

describe("a user's settings", () => {
  test('are the delivered ones until changed, then keep version and time, and can be reset', async () => {
    const person = await becomeCustomer(product)
    const path = `/api/user/${person.userId}/settings`
    expect((await call(person, 'GET', path)).body).toMatchObject({
      data: { settings: deliveredSettings(), version: 0, updatedAt: null },
    })
    const changed = await call(person, 'PUT', path, { settings: quiet, version: 0 })
    expect(changed.body).toMatchObject({ data: { settings: quiet, version: 1, updatedAt: expect.any(String) } })
    const reset = await call(person, 'POST', `${path}/reset`)
    expect(reset.body).toMatchObject({ data: { settings: deliveredSettings(), version: 2 } })
  })

  test('keep what a change does not name, at every depth', async () => {
    const person = await becomeCustomer(product)
    const path = `/api/user/${person.userId}/settings`
    await call(person, 'PUT', path, { settings: quiet, version: 0 })
    const change = { categories: { accidents: { metres: 700 } }, quietHours: { to: '05:00' } }
    const changed = await call(person, 'PUT', path, { settings: change, version: 1 })
    const { categories, quietHours } = quiet
    const settings = {
      categories: { ...categories, accidents: { ...categories.accidents, metres: 700 } },
      quietHours: { ...quietHours, to: '05:00' },
    }
    expect(changed.body).toMatchObject({ data: { settings, version: 2 } })
    expect((await call(person, 'PUT', path, { settings: change, version: 1 })).code).toBe('VERSION_CONFLICT')
    expect((await call(person, 'PUT', path, { settings: change, version: 3 })).code).toBe('VERSION_CONFLICT')
  })

  test('changed in two tabs at once: the second change is refused with 409 and nothing is lost', async () => {
    const person = await becomeCustomer(product)
    const path = `/api/user/${person.userId}/settings`
    const answers = await Promise.all([
      call(person, 'PUT', path, { settings: quiet, version: 0 }),
      call(person, 'PUT', path, { settings: deliveredSettings(), version: 0 }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe("a device's configuration", () => {
  test('follows its owner until it is changed, and shows wanted and applied versions', async () => {
    const person = await becomeCustomer(product)
    await call(person, 'PUT', `/api/user/${person.userId}/settings`, { settings: quiet, version: 0 })
    const path = `/api/device-config?imei=${person.imei}`
    expect((await call(person, 'GET', path)).body).toMatchObject({ data: { settings: quiet, version: 0 } })
    const changed = await call(person, 'PUT', path, { settings: deliveredSettings(), version: 0 })
    expect(changed.body).toMatchObject({ data: { version: 1, appliedVersion: null, appliedAt: null } })

    const asDevice = { headers: { 'x-device-key': person.deviceSecret } }
    const wanted = await send(product.url, 'GET', `/api/configuration?imei=${person.imei}`, asDevice)
    expect(wanted.body).toMatchObject({ data: { version: 1, settings: deliveredSettings() } })
    const applied = await send(product.url, 'POST', '/api/configuration/applied', {
      ...asDevice,
      body: { imei: person.imei, version: 1 },
    })
    expect(applied.body).toMatchObject({ data: { version: 1, appliedVersion: 1, appliedAt: expect.any(String) } })
    const future = { ...asDevice, body: { imei: person.imei, version: 9 } }
    expect((await send(product.url, 'POST', '/api/configuration/applied', future)).status).toBe(400)
  })

  test('keeps what a change does not name: its warnings, and each of its lights', async () => {
    const person = await becomeCustomer(product)
    const query = `imei=${person.imei}`
    await call(person, 'PUT', `/api/device-config?${query}`, { settings: quiet, version: 0 })
    const visual = { categories: { weather: { visual: false } } }
    await call(person, 'PUT', `/api/device-config?${query}`, { settings: visual, version: 1 })
    const led = { colours: { weather: '#000000' } }
    expect((await call(person, 'PUT', `/api/devices/led-config?${query}`, { led, version: 2 })).status).toBe(200)
    const { categories, quietHours } = quiet
    expect((await call(person, 'GET', `/api/device-config?${query}`)).body).toMatchObject({
      data: {
        settings: { categories: { ...categories, weather: { ...categories.weather, visual: false } }, quietHours },
        led: { ...deliveredLed(), colours: { ...deliveredLed().colours, weather: '#000000' } },
        version: 3,
      },
    })
  })

  test('is shown to nobody else, and neither is whether the device is registered', async () => {
    const [person, other] = [await becomeCustomer(product), await becomeCustomer(product)]
    for (const path of ['/api/device-config', '/api/devices/led-config', '/api/configuration']) {
      const [registered, unknown] = await Promise.all(
        [other.imei, '350000000009999'].map((imei) => call(person, 'GET', `${path}?imei=${imei}`)),
      )
      expect(registered?.code).toBe('FORBIDDEN')
      expect([unknown?.status, unknown?.text]).toEqual([registered?.status, registered?.text])
    }
  })

  test('keeps its lights apart from its warnings, under one version', async () => {
    const person = await becomeCustomer(product)
    const path = `/api/devices/led-config?imei=${person.imei}`
    const led = { ...deliveredLed(), brightness: 10 }
    expect((await call(person, 'PUT', path, { led, version: 0 })).body).toMatchObject({ data: { led, version: 1 } })
    expect((await call(person, 'PUT', path, { led, version: 0 })).code).toBe('VERSION_CONFLICT')
    const configs = await call(person, 'GET', `/api/device-config/user/${person.userId}/devices`)
    expect(configs.body).toMatchObject({ data: [{ imei: person.imei, led, version: 1 }] })
    for (const brightness of [-1, 101, 1.5]) {
      const answer = await call(person, 'PUT', path, { led: { ...led, brightness }, version: 1 })
      expect(answer.code).toBe('VALIDATION_ERROR')
    }
  })
})
