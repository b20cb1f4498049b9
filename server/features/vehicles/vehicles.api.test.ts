import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { alarms } from '#contract/alarms/alarms.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { send } from '#server/testing/client.ts'
import { reportAs, startGatewayProduct, turnTrackingOn } from '#server/testing/gateway-product.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import type { TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let gatewayUrl: string

beforeAll(async () => {
  ;({ product, gatewayUrl } = await startGatewayProduct(await ownDatabase()))
}, 60_000)
afterAll(() => product.close())
beforeEach(async () => {
  owner = await becomeCustomer(product)
})

const call = (method: string, path: string, body?: unknown) =>
  send(product.url, method, path, { token: owner.token, ...(body !== undefined && { body }) })
const listed = z.object({ data: vehicles.states.reply })
const state = async () => listed.parse((await call('GET', vehicles.states.path)).body).data[0]
const guard = (mode: string) => turnTrackingOn(product, owner, mode)
const report = (parameters: Record<string, string>) => reportAs(gatewayUrl, owner, parameters)
const done = async () => (await state())?.setup.map((step) => step.done)

test('a device is set up in three steps, and the state says how far it is', async () => {
  expect(await state()).toMatchObject({
    deviceId: owner.deviceId,
    position: null,
    motion: null,
    guard: { kind: 'OFF', why: 'NOT_TRACKED' },
    callForHelp: null,
    condition: { kind: 'UNWATCHED', why: 'NOT_TRACKED' },
  })
  expect(await done()).toEqual([false, false, false])
  await report({ batt: '82' })
  expect(await done()).toEqual([true, false, false])
  await guard('THEFT')
  expect(await done()).toEqual([true, true, false])
  await call('POST', `/api/alarms/${owner.deviceId}/test`)
  expect(await done()).toEqual([true, true, true])
  expect(await state()).toMatchObject({ isOnline: true, battery: { percent: 82 }, guard: { kind: 'ARMED' } })
})

test('an alarm is its condition, with the positions since then and what was sent, until its owner says that it is theirs', async () => {
  await guard('THEFT')
  await report({ lat: '49.0', lon: '8.4' })
  expect(await state()).toMatchObject({ motion: { kind: 'STANDING', exact: false }, condition: { kind: 'STANDING' } })
  await report({ alarm: 'powerCut', lat: '49.02', lon: '8.4' })
  const suspicious = await state()
  expect(suspicious).toMatchObject({
    condition: {
      kind: 'ALARM',
      alarmKind: 'POWER_CUT',
      evidence: null,
      positions: expect.any(Number),
      sent: { pushedAt: null },
    },
    position: { latitude: 49.02 },
    placeName: 'Karlsruhe',
  })
  const log = z
    .object({ data: alarms.list.reply })
    .parse((await call('GET', `/api/alarms/${owner.deviceId}`)).body).data
  expect(log.alarms.map(({ id }) => id)).toContain(
    suspicious?.condition.kind === 'ALARM' ? suspicious.condition.alarmId : '',
  )
  await call('POST', `/api/alarms/${owner.deviceId}/pause`, { pause: 'RIDE' })
  expect(await state()).toMatchObject({ condition: { kind: 'OWN_WORD' }, guard: { kind: 'PAUSED', pause: 'RIDE' } })
})

test('one that its owner has stated to be stolen cannot be paused by anybody until it is back', async () => {
  await guard('THEFT')
  await report({ lat: '49.0', lon: '8.4' })
  await call('POST', `/api/alarms/${owner.deviceId}/pause`, { pause: 'OPEN' })
  await call('POST', `/api/dossier/${owner.deviceId}/state`, { state: 'STOLEN' })
  const condition = { kind: 'MISSED', stated: 'STOLEN', since: expect.any(String) }
  // Its own pause ends once the report cannot be taken back any more.
  expect(await state()).toMatchObject({ condition })
  const refused = await call('POST', `/api/alarms/${owner.deviceId}/pause`, { pause: 'RIDE' })
  expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'VEHICLE_MISSED' } }])
  await call('POST', `/api/dossier/${owner.deviceId}/state`, { state: 'RECOVERED' })
  expect(await state()).toMatchObject({ condition: { kind: 'BACK' } })
  expect((await call('POST', `/api/alarms/${owner.deviceId}/pause`, { pause: 'RIDE' })).status).toBe(200)
})

test('others see nothing of it', async () => {
  const other = await becomeCustomer(product)
  const answer = await send(product.url, 'GET', vehicles.states.path, { token: other.token })
  expect(listed.parse(answer.body).data.map(({ deviceId }) => deviceId)).toEqual([other.deviceId])
})
