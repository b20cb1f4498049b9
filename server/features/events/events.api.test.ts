import { afterEach, beforeAll, expect, test } from 'vitest'
import { eventsLimits } from '#contract/events/events-limits.ts'
import type { LiveEvent } from '#contract/events/events.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { send } from '#server/testing/client.ts'
import { openLiveStream } from '#server/testing/load/live-stream.ts'
import { becomeCustomer, type Person, signIn } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let stranger: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
  await call(owner, 'POST', '/api/tracking/consent', { deviceId: owner.deviceId, consentGiven: true })
  await call(owner, 'POST', '/api/tracking/enable', { deviceId: owner.deviceId, trackingMode: 'BOTH' })
})
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
})

const call = (person: { token: string }, method: string, path: string, body?: unknown) =>
  send(product.url, method, path, { token: person.token, body })
const listen = async ({ token }: { token: string }) => {
  const stream = await openLiveStream(product.url, token)
  open.push(stream)
  return stream
}
const now = () => clockFrom(product.settings.CLOCK).now().toISOString()
const report = (recordedAt: string) =>
  call(owner, 'POST', `/api/devices/${owner.deviceId}/position`, { latitude: 49.5, longitude: 8.25, recordedAt })

test('a position is announced within two seconds, without the position itself; others get nothing', async () => {
  const [mine, others] = [await listen(owner), await listen(stranger)]
  expect(mine.response).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/event-stream' } })
  expect(mine.response.headers).not.toHaveProperty('content-encoding')
  const recordedAt = now()
  await report(recordedAt)
  await mine.until(({ type }) => type === 'position', 2_000)
  expect(mine.events).toContainEqual({ type: 'position', deviceId: owner.deviceId, recordedAt })
  expect(mine.text()).not.toContain('49.5')

  // Events of the stranger's own come after all those that were not for them.
  await call(stranger, 'POST', '/api/tracking/consent', { deviceId: stranger.deviceId, consentGiven: true })
  await others.until(({ type }) => type === 'device')
  expect(others.events).toEqual([{ type: 'device', deviceId: stranger.deviceId }])
  expect(others.text()).not.toContain(owner.deviceId)
})

test('of many positions at once the newest is announced, once', async () => {
  const mine = await listen(owner)
  const nowMs = Date.parse(now())
  const times = [5, 1, 3].map((minutes) => new Date(nowMs - minutes * minuteMs).toISOString())
  await Promise.all(times.map(report))
  // On a slow machine they arrive in more than one second, and an older one is announced before or after it.
  const newest = { type: 'position', deviceId: owner.deviceId, recordedAt: times[1] }
  await mine.until((event) => event.type === 'position' && event.recordedAt === newest.recordedAt)
  expect(mine.events.filter((event) => event.type === 'position' && event.recordedAt === newest.recordedAt)).toEqual([
    newest,
  ])
})

test('changed POIs are announced to everybody, by the version that the overview names', async () => {
  const mine = await listen(owner)
  const body = { poiType: 'MobileSpeedCamera', latitude: 49, longitude: 8.4, consentVersion: 1 }
  expect((await call(stranger, 'POST', '/api/poi', body)).status).toBe(201)
  const actual = await mine.until(({ type }) => type === 'pois')
  const overview = await call(owner, 'GET', '/api/poi/overview')
  expect(overview.body).toMatchObject({ data: { version: 'version' in actual ? actual.version : '' } })
})

test('a stream ends when its session is signed out; other streams do not', async () => {
  const { token } = await signIn(product, owner)
  const [ending, staying] = [await listen({ token }), await listen(owner)]
  await call({ token }, 'POST', '/api/auth/logout')
  await ending.ended
  const recordedAt = now()
  await report(recordedAt)
  const isIt = (event: LiveEvent) => event.type === 'position' && event.recordedAt === recordedAt
  expect(await staying.until(isIt)).toMatchObject({ deviceId: owner.deviceId })
  expect(ending.events.some(isIt)).toBe(false)
})

test('a stream more than a user may have ends their oldest, and tells it so', async () => {
  const streams = []
  for (let count = 0; count < eventsLimits.streamsPerUser; count += 1) streams.push(await listen(stranger))
  expect((await listen(stranger)).response.statusCode).toBe(200)
  await streams[0]?.ended
  expect(streams[0]?.events.at(-1)).toEqual({ type: 'replaced' })
  await call(stranger, 'POST', '/api/tracking/consent', { deviceId: stranger.deviceId, consentGiven: false })
  for (const stream of streams.slice(1)) await stream.until(({ type }) => type === 'device')
})

test('every stream ends when the product stops, and none delays it', async () => {
  const mine = await listen(owner)
  const startedAt = performance.now()
  await product.close()
  await mine.ended
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
