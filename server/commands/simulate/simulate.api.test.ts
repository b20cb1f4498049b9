import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { secondMs, hourMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { CommandProblem } from '#server/commands/command.ts'
import { gt06Encoder } from './gt06-client.ts'
import { simulate } from './simulate.ts'
import { closeFrame } from '#server/protocols/gt06/gt06-frames.ts'
import { send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-ride-'))
const gpx = join(folder, 'ride.gpx')
/** South of the equator and west of Greenwich, where each protocol has to set a flag; no coordinate is 0, which is no fix. */
const ride = Array.from({ length: 100 }, (_, index) => ({
  latitude: -0.0201 + index * 0.0004,
  longitude: -0.01 + index * 0.0003,
  seconds: index * 5,
}))

const history = z.object({
  data: z.object({
    positions: z.array(
      z.object({
        latitude: z.number(),
        longitude: z.number(),
        speed: z.number(),
        course: z.number(),
        recordedAt: z.string(),
      }),
    ),
  }),
})

let product: TestProduct

beforeAll(async () => {
  const points = ride.map(({ latitude, longitude, seconds }) => {
    const time = new Date(Date.UTC(2020, 4, 1, 10, 0, seconds)).toISOString()
    return `<trkpt lat="${latitude}" lon="${longitude}"><time>${time}</time><course>123</course><speed>10</speed></trkpt>`
  })
  writeFileSync(gpx, `<gpx version="1.0"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`)
  const [teltonika, gt06, h02, queclink] = [await freePort(), await freePort(), await freePort(), await freePort()]
  product = await startTestProduct({
    GATEWAY_TELTONIKA_PORT: String(teltonika),
    GATEWAY_GT06_PORT: String(gt06),
    GATEWAY_H02_PORT: String(h02),
    GATEWAY_QUECLINK_PORT: String(queclink),
  })
}, 60_000)
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const run = (imei: string, protocol: string) =>
  simulate.run({ database: product.operator, settings: product.settings, clock: clockFrom(), say: () => undefined }, [
    '--imei',
    imei,
    '--gpx',
    gpx,
    '--speed',
    '100000',
    '--protocol',
    protocol,
  ])

async function historyOf(owner: Person) {
  const now = clockFrom().now().getTime()
  const [start, end] = [now - hourMs, now + hourMs].map((at) => new Date(at).toISOString())
  const range = `start=${start}&end=${end}`
  const path = `/api/tracking/history/${owner.deviceId}?${range}`
  return history.parse((await send(product.url, 'GET', path, { token: owner.token })).body).data.positions
}

test.each(['teltonika', 'gt06', 'h02', 'queclink'])('a ride by %s is stored whole', async (protocol) => {
  const owner = await becomeCustomer(product)
  const call = (path: string, body: object) =>
    send(product.url, 'POST', path, { token: owner.token, body: { deviceId: owner.deviceId, ...body } })
  await call('/api/tracking/consent', { consentGiven: true })
  await call('/api/tracking/enable', { trackingMode: 'BOTH' })

  expect(await run(owner.imei, protocol)).toEqual({ sent: ride.length })
  const stored = (await historyOf(owner)).toSorted((a, b) => a.recordedAt.localeCompare(b.recordedAt))
  expect(stored).toHaveLength(ride.length)
  const [start] = stored
  for (const [index, { latitude, longitude, seconds }] of ride.entries()) {
    const position = stored[index]
    expect(position?.latitude).toBeCloseTo(latitude, 5)
    expect(position?.longitude).toBeCloseTo(longitude, 5)
    expect(Date.parse(position?.recordedAt ?? '') - Date.parse(start?.recordedAt ?? '')).toBe(seconds * secondMs)
    expect(position).toMatchObject({ speed: expect.closeTo(36, 1), course: 123 })
  }
})

test.each(['teltonika', 'gt06', 'h02', 'queclink'])('a tracker that nobody sold is refused by %s', async (protocol) => {
  const refusal = run('350999999999999', protocol)
  await expect(refusal).rejects.toThrow('nimmt von dieser IMEI nichts an')
  await expect(refusal).rejects.toBeInstanceOf(CommandProblem)
})

test('a signal of a GT06 tracker becomes an e-mail', async () => {
  const owner = await becomeCustomer(product)
  const call = (path: string, body: object) =>
    send(product.url, 'POST', path, { token: owner.token, body: { deviceId: owner.deviceId, ...body } })
  await call('/api/tracking/consent', { consentGiven: true })
  await call('/api/tracking/enable', { trackingMode: 'THEFT' })

  const socket = connect(product.settings.GATEWAY_GT06_PORT, '127.0.0.1')
  // Heartbeats: one with power, which is remembered as the first state, and one whose bits say that it was cut.
  const [powered, cut] = ['5404040002', '5004040002'].map((content, index) =>
    closeFrame({ type: 0x13, content: Buffer.from(content, 'hex'), serial: 2 + index }),
  )
  const frames = [gt06Encoder.login(owner.imei)?.bytes, powered, cut].filter((frame) => frame !== undefined)
  socket.write(Buffer.concat(frames))
  const message = await product.mail.emailTo(owner.email, /Stromversorgung/)
  expect(message.text).toContain('Stromversorgung getrennt')
  socket.destroy()
})
