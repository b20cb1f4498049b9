import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gt06Encoder } from '#server/commands/simulate/gt06-client.ts'
import { bytesOf, readVectors } from '#server/protocols/testing/vectors.ts'
import { type Answer, send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const { file, vectors } = readVectors('gt06')
/** Received on 7 April 2015 at 16:11:29 UTC from a clock that is 8 hours ahead (traccar#325). */
const frame = vectors?.find(({ name }) => name === 'gt06-real-local-time-utc+8')
const receivedAt = '2015-04-07T16:11:29Z'

describe.skipIf(frame === undefined)(`a GT06 tracker on local time (${file})`, () => {
  let product: TestProduct
  let owner: Person

  beforeAll(async () => {
    product = await startTestProduct({
      GATEWAY_GT06_PORT: String(await freePort()),
      CLOCK: receivedAt,
      ...(await ownDatabase()),
    })
    owner = await becomeCustomer(product)
    await call(owner, 'POST', '/api/tracking/consent', { deviceId: owner.deviceId, consentGiven: true })
    await call(owner, 'POST', '/api/tracking/enable', { deviceId: owner.deviceId, trackingMode: 'BOTH' })
  }, 60_000)
  afterAll(() => product.close())

  const call = (person: Person, method: string, path: string, body?: unknown) =>
    send(product.url, method, path, { token: person.token, body })
  const device = () => call(owner, 'GET', `/api/devices/${owner.deviceId}`)
  const latest = () => call(owner, 'GET', `/api/tracking/latest/${owner.deviceId}`)
  const correct = (person: Person, aheadMinutes: number) =>
    call(person, 'POST', `/api/devices/${owner.deviceId}/clock`, { aheadMinutes })
  const outcome = ({ status, code }: Answer) => [status, code]

  /** As its tracker does: logs in, reports, and waits for both answers. */
  async function report(): Promise<void> {
    const socket = connect(product.settings.GATEWAY_GT06_PORT, '127.0.0.1')
    for (const bytes of [gt06Encoder.login(owner.imei)?.bytes, frame && bytesOf(frame)]) {
      socket.write(bytes ?? Buffer.alloc(0))
      await once(socket, 'data')
    }
    socket.destroy()
  }

  test('loses its positions, which its owner is notified of, and can correct', async () => {
    await report()
    expect((await latest()).body).toMatchObject({ data: { position: null } })
    expect((await device()).body).toMatchObject({
      data: { device: { isOnline: true, loss: { reason: 'IN_THE_FUTURE', clockAheadMinutes: 480 } } },
    })

    expect(outcome(await correct(await becomeCustomer(product), 480))).toEqual([403, 'FORBIDDEN'])
    expect(outcome(await correct(owner, 60))).toEqual([409, 'CLOCK_CHANGED'])
    expect((await correct(owner, 480)).body).toMatchObject({ data: { device: { loss: null } } })

    await report()
    expect((await latest()).body).toMatchObject({ data: { position: { recordedAt: '2015-04-07T16:11:26.000Z' } } })
    expect((await device()).body).toMatchObject({ data: { device: { loss: null } } })
  })
})
