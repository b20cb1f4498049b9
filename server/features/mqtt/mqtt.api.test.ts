import { minuteMs } from '#contract/base/time-units.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { mqtt } from '#contract/mqtt/mqtt.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { outcome } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { mqttRound } from './mqtt.jobs.ts'
import { installedMosquitto, startMosquitto } from './testing/mosquitto.ts'

let product: TestProduct
let owner: Person
let stranger: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
})
afterAll(() => product.close())

const answered = z.object({ data: mqtt.get.reply })
const entry = (more: object = {}) => ({
  host: '127.0.0.1',
  port: 8883,
  username: null,
  password: null,
  deviceIds: [owner.deviceId],
  ...more,
})
const call = (method: string, body?: unknown) => callAs(product, owner, method, '/api/mqtt', body)
const broker = async () => answered.parse((await call('GET')).body).data.broker

test.each<[what: string, more: object, field: string]>([
  ['without a name', { host: '' }, 'host'],
  ['with a scheme', { host: 'mqtts://haus.example.org' }, 'host'],
  ['with no port', { port: 0 }, 'port'],
  ['with a long password', { password: 'x'.repeat(201) }, 'password'],
  ['with a user in two lines', { username: 'a\nb' }, 'username'],
  ['for no vehicle', { deviceIds: [] }, 'deviceIds'],
])('no broker is entered %s', async (_what, more, field) => {
  const answer = await call('PUT', entry(more))
  expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR'])
  expect(answer.body).toMatchObject({ error: { fields: expect.objectContaining({ [field]: expect.any(String) }) } })
})

test('none is entered at an address that may not be called, or for somebody else’s vehicle', async () => {
  expect(outcome(await call('PUT', entry({ host: '10.0.0.1' })))).toEqual([400, 'MQTT_ADDRESS'])
  expect(outcome(await call('PUT', entry({ deviceIds: [stranger.deviceId] })))).toEqual([403, 'FORBIDDEN'])
  expect(await broker()).toBeNull()
  expect(outcome(await call('DELETE'))).toEqual([404, 'NOT_FOUND'])
})

const installed = installedMosquitto()
if (installed === null) test.skip('a real broker (skipped: mosquitto or openssl is not installed)')
else
  test('a real broker gets the vehicles’ state, again when it was away, and no more once it is removed', async () => {
    let real = await startMosquitto(installed)
    const { port, username, password } = real
    const tracked = { deviceId: owner.deviceId, consentGiven: true }
    await callAs(product, owner, 'POST', '/api/tracking/consent', tracked)
    await callAs(product, owner, 'POST', '/api/tracking/enable', { deviceId: owner.deviceId, trackingMode: 'BOTH' })
    const report = (latitude: number) =>
      callAs(product, owner, 'POST', `/api/devices/${owner.deviceId}/position`, {
        latitude,
        longitude: 8.25,
        recordedAt: new Date().toISOString(),
      })
    await report(49.5)
    const saved = await call('PUT', entry({ port, username, password }))
    expect(saved.status).toBe(200)
    expect(saved.text).not.toContain(password)
    const email = await product.mail.emailTo(owner.email, /MQTT-Broker/)
    expect(email.text).not.toContain(password)
    const place = () => real.retained.get(`wegwarte/${owner.deviceId}/place`)
    await expect.poll(place).toContain('49.5')
    await expect.poll(broker).toMatchObject({ failure: null, publishedAt: expect.any(String) })

    await real.stop()
    await report(50.5)
    // As if it had rested since the last connection.
    const before = new Date(Date.now() - 2 * minuteMs)
    await product.operator.updateTable('mqtt_brokers').set({ published_at: before }).execute()
    await beginRound()
    await expect.poll(broker).toMatchObject({ failure: 'UNREACHABLE' })
    real = await startMosquitto(installed, port)
    await product.operator.updateTable('mqtt_brokers').set({ retry_at: new Date() }).execute()
    await beginRound()
    await expect.poll(place).toContain('50.5')

    expect((await call('DELETE')).status).toBe(200)
    expect(await broker()).toBeNull()
    const { text } = await callAs(product, owner, 'GET', '/api/activity')
    for (const kind of ['mqtt-broker-saved', 'mqtt-broker-removed']) expect(text).toContain(kind)
    expect(text).not.toContain(password)
    await real.stop()
  })

/** Instead of waiting for the next minute. */
const beginRound = () => sql`insert into pgboss.job (name) values (${mqttRound.name})`.execute(product.operator)
