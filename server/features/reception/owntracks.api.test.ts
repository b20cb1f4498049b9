import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secretbox } from '@noble/ciphers/salsa.js'
import { Aedes } from 'aedes'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { hourMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { devicesImport } from '#server/commands/devices/devices-import.ts'
import { simulate } from '#server/commands/simulate/simulate.ts'
import { send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const recording = join(process.env.SHARED_DIR ?? '../shared', 'data/gpx/car_hannover_2016-12-28_1hz.gpx')
const history = z.object({
  data: z.object({ positions: z.array(z.object({ latitude: z.number(), speed: z.nullish(z.number()) })) }),
})

let broker: Aedes
let brokerServer: Server
let phone: MqttClient
let product: TestProduct
let owner: Person
let folder: string
let gatewayUrl: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-owntracks-'))
  const [brokerPort, port] = [await freePort(), await freePort()]
  broker = await Aedes.createBroker()
  brokerServer = createServer((socket) => void broker.handle(socket)).listen(brokerPort, '127.0.0.1')
  await once(brokerServer, 'listening')
  const subscribed = once(broker, 'subscribe')
  gatewayUrl = `http://127.0.0.1:${port}`
  const mqtt = `mqtt://127.0.0.1:${brokerPort}`
  product = await startTestProduct({ GATEWAY_OWNTRACKS_PORT: String(port), MQTT_URL: mqtt, ...(await ownDatabase()) })
  await subscribed
  phone = await connectAsync(mqtt)
}, 60_000)
afterAll(async () => {
  await phone.endAsync()
  await product.close()
  await new Promise<void>((resolve) => broker.close(resolve))
  brokerServer.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  owner = await becomeCustomer(product)
  await call('POST', '/api/tracking/consent', { deviceId: owner.deviceId, consentGiven: true })
  await call('POST', '/api/tracking/enable', { deviceId: owner.deviceId, trackingMode: 'BOTH' })
})

const call = (method: string, path: string, body?: unknown) =>
  send(product.url, method, path, { token: owner.token, ...(body !== undefined && { body }) })
const now = () => clockFrom(product.settings.CLOCK).now().getTime()
const operator = () => ({
  database: product.operator,
  settings: product.settings,
  clock: clockFrom(product.settings.CLOCK),
  say: () => undefined,
})

async function stored() {
  const range = { start: new Date(now() - hourMs).toISOString(), end: new Date(now() + 60_000).toISOString() }
  const query = new URLSearchParams(range).toString()
  return history.parse((await call('GET', `/api/tracking/history/${owner.deviceId}?${query}`)).body).data.positions
}

/** Sells the device again, with other columns. */
async function sellAs(columns: string, values: string): Promise<void> {
  const file = join(folder, 'devices.csv')
  writeFileSync(file, `imei,model${columns}\n${owner.imei},Testgerät${values}\n`)
  await devicesImport.run(operator(), [file])
}

const message = (said: object = {}) => {
  const tst = Math.floor(now() / 1000) - 5
  return JSON.stringify({ _type: 'location', tid: '01', lat: 49.5, lon: 8.25, vel: 36, tst, ...said })
}

function encrypted(secret: string, text: string): string {
  const key = Buffer.alloc(32)
  key.write(secret)
  const nonce = Buffer.alloc(24, 1)
  const box = secretbox(key, nonce).seal(Buffer.from(text))
  return JSON.stringify({ _type: 'encrypted', data: Buffer.concat([nonce, box]).toString('base64') })
}

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${gatewayUrl}/pub`, {
    method: 'POST',
    body,
    headers: { 'x-limit-u': 'anna', 'x-limit-d': owner.imei, ...headers },
  })
const basic = (password: string) => ({ authorization: `Basic ${btoa(`anna:${password}`)}` })

test.skipIf(!existsSync(recording))(
  `the ride of ${recording} is in the history when simulate has sent it`,
  async () => {
    const words = ['--imei', owner.imei, '--gpx', recording, '--speed', '100000', '--protocol', 'owntracks']
    expect(await simulate.run(operator(), [...words, '--secret', owner.deviceSecret])).toEqual({ sent: 781 })
    expect(await stored()).toHaveLength(781)
  },
  // One report after the other: as long as the machine needs.
  120_000,
)

/** No two trackers have the same one. */
const ownSecret = () => `geheim-${owner.imei}`
const sellEncrypting = () => sellAs(',secret,encryption', `,${ownSecret()},owntracks`)

describe('a ride that simulate plays', () => {
  const points = Array.from({ length: 20 }, (_, index) => {
    const time = new Date(Date.UTC(2020, 4, 1, 10, 0, index * 5)).toISOString()
    return `<trkpt lat="${49 + index / 1000}" lon="8.25"><time>${time}</time><speed>10</speed></trkpt>`
  })

  test.each([
    ['owntracks', ['--encrypted']],
    ['owntracks-mqtt', ['--encrypted']],
    ['owntracks-mqtt', []],
  ])('by %s with %j is in the history', async (protocol, words) => {
    const gpx = join(folder, 'ride.gpx')
    writeFileSync(gpx, `<gpx version="1.0"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`)
    const isEncrypted = words.length > 0
    await (isEncrypted ? sellEncrypting() : sellAs('', ''))
    const secret = isEncrypted ? ['--secret', ownSecret()] : []
    const args = ['--imei', owner.imei, '--gpx', gpx, '--speed', '100000', '--protocol', protocol, ...words, ...secret]
    expect(await simulate.run(operator(), args)).toEqual({ sent: points.length })
    const expected = points.map((_, index) => ({ latitude: 49 + index / 1000, speed: 36 }))
    await vi.waitFor(async () => expect(await stored()).toEqual(expected), 15_000)
  })

  test('needs a broker that is there', async () => {
    const args = ['--imei', owner.imei, '--gpx', join(folder, 'ride.gpx'), '--protocol', 'owntracks-mqtt']
    const toBroker = (MQTT_URL: string | undefined) => ({ ...operator(), settings: { ...product.settings, MQTT_URL } })
    await expect(simulate.run(toBroker(undefined), args)).rejects.toThrow('Bitte nennen Sie den Broker in MQTT_URL.')
    const nobody = `mqtt://anna:pass@127.0.0.1:${await freePort()}`
    const refusal: unknown = await simulate.run(toBroker(nobody), args).catch((error: unknown) => error)
    expect(String(refusal)).toContain('nimmt kein MQTT-Broker an')
    expect(String(refusal)).not.toContain('anna')
  })
})

describe('over HTTP', () => {
  test('a message is in the history once it is answered, its speed in km/h', async () => {
    const response = await post(message(), basic(owner.deviceSecret))
    expect([response.status, await response.text()]).toEqual([200, '[]'])
    expect(await stored()).toEqual([{ latitude: 49.5, speed: 36 }])
  })

  test('a message with a wrong secret, or none, is nobody’s', async () => {
    expect((await post(message(), basic('wrong'))).status).toBe(403)
    expect((await post(message())).status).toBe(403)
    expect(await stored()).toEqual([])
  })

  test('a message of a device that was sold without a secret needs none', async () => {
    await sellAs('', '')
    expect((await post(message())).status).toBe(200)
    expect(await stored()).toHaveLength(1)
  })

  test('an encrypted message is opened with the secret of its device', async () => {
    await sellEncrypting()
    expect((await post(encrypted(ownSecret(), message()))).status).toBe(200)
    expect((await post(encrypted('another-passphrase', message({ lat: 50 })))).status).toBe(200)
    expect(await stored()).toEqual([{ latitude: 49.5, speed: 36 }])
  })
})

describe('over MQTT', () => {
  const publish = (text: string) => phone.publishAsync(`owntracks/anna/${owner.imei}`, text, { qos: 1 })

  test('a message of a device without a secret is in the history', async () => {
    await sellAs('', '')
    await publish(message())
    await vi.waitFor(async () => expect(await stored()).toEqual([{ latitude: 49.5, speed: 36 }]), 15_000)
  })

  test('of a device with a secret, only encrypted messages are', async () => {
    await sellEncrypting()
    await publish(message({ lat: 50 }))
    await publish(encrypted(ownSecret(), message()))
    await vi.waitFor(async () => expect(await stored()).toEqual([{ latitude: 49.5, speed: 36 }]), 15_000)
  })
})
