import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messagesAbout } from '#domain/mqtt/home-assistant.ts'
import { createPublishToBroker } from './mqtt-publish.ts'
import {
  badCertificates,
  installedMosquitto,
  startBadMosquitto,
  startMosquitto,
  type TestBroker,
} from './testing/mosquitto.ts'

const place = { latitude: 49.5, longitude: 8.25, accuracy: 12, recordedAt: '2026-11-29T12:00:00Z' }
const vehicle = { deviceId: 'd1', name: 'XSR 700', battery: 80, hasAlarm: true, place }
const host = '127.0.0.1'
const publish = createPublishToBroker('loopback', 5_000)

test('nothing is said to a private address, nor to a broker that does not answer', async () => {
  let connections = 0
  const silent = createServer(() => void (connections += 1)).listen(0, host)
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const broker = { port, username: null, password: null }
  for (const inside of [host, 'localhost', '10.0.0.1', '169.254.169.254']) {
    expect(await createPublishToBroker('internet')({ ...broker, host: inside }, [])).toBe('UNREACHABLE')
  }
  expect(connections).toBe(0)
  expect(await createPublishToBroker('loopback', 200)({ ...broker, host }, [])).toBe('UNREACHABLE')
  expect(connections).toBe(1)
  silent.close()
})

const installed = installedMosquitto()
if (installed === null) test.skip('a real broker (skipped: mosquitto or openssl is not installed)')
else
  describe('a real broker', () => {
    let broker: TestBroker
    beforeAll(async () => {
      broker = await startMosquitto(installed)
    }, 30_000)
    afterAll(() => broker.stop())

    test('keeps what Home Assistant discovers, and the newest state', async () => {
      const { port, username, password, retained } = broker
      const asHost = { host, port, username, password }
      expect(await publish(asHost, messagesAbout(vehicle))).toBeNull()
      const quiet = { ...vehicle, hasAlarm: false, place: null }
      expect(await publish(asHost, messagesAbout(quiet))).toBeNull()
      const read = (topic: string): unknown => JSON.parse(retained.get(topic) ?? 'null')
      await expect.poll(() => read('wegwarte/d1/place')).toEqual({})
      expect(read('wegwarte/d1/state')).toEqual({ battery: 80, alarm: 'OFF' })
      expect(read('homeassistant/device_tracker/wegwarte_d1/place/config')).toMatchObject({
        source_type: 'gps',
        json_attributes_topic: 'wegwarte/d1/place',
        device: { name: 'XSR 700' },
      })
      for (const part of ['sensor/wegwarte_d1/battery', 'binary_sensor/wegwarte_d1/alarm']) {
        expect(read(`homeassistant/${part}/config`)).toMatchObject({ state_topic: 'wegwarte/d1/state' })
      }
    })

    test.each(badCertificates)('is told nothing where its certificate is %s', async (what) => {
      const bad = await startBadMosquitto(installed, what)
      const { port, username, password, stop } = bad
      expect(await publish({ host, port, username, password }, messagesAbout(vehicle))).toBe('CERTIFICATE')
      await stop()
    })

    test('refuses a wrong password', async () => {
      const { port, username } = broker
      expect(await publish({ host, port, username, password: 'falsch' }, messagesAbout(vehicle))).toBe('REFUSED')
    })
  })
