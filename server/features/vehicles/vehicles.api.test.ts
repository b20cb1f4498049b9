import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { alarms } from '#contract/alarms.ts'
import { vehicles } from '#contract/vehicles.ts'
import { send } from '#server/testing/client.ts'
import { reportAs, startGatewayProduct, turnTrackingOn } from '#server/testing/gateway-product.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import type { TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let gatewayUrl: string

beforeAll(async () => {
  ;({ product, gatewayUrl } = await startGatewayProduct())
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
    suspicion: null,
    stated: null,
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

test('a movement raises suspicion, with the positions since then, until its owner says that it is theirs', async () => {
  await guard('THEFT')
  await report({ lat: '49.0', lon: '8.4' })
  expect(await state()).toMatchObject({ motion: { kind: 'STANDING', exact: false }, suspicion: null })
  await report({ alarm: 'powerCut', lat: '49.02', lon: '8.4' })
  const suspicious = await state()
  expect(suspicious).toMatchObject({ suspicion: { kind: 'POWER_CUT', positions: 1 }, position: { latitude: 49.02 } })
  const log = z
    .object({ data: alarms.list.reply })
    .parse((await call('GET', `/api/alarms/${owner.deviceId}`)).body).data
  expect(log.alarms.map(({ id }) => id)).toContain(suspicious?.suspicion?.alarmId)
  await call('POST', `/api/alarms/${owner.deviceId}/pause`, { pause: 'RIDE' })
  expect(await state()).toMatchObject({ suspicion: null, guard: { kind: 'PAUSED', pause: 'RIDE' } })
})

test('what its owner has stated stands beside it', async () => {
  await call('POST', `/api/dossier/${owner.deviceId}/state`, { state: 'STOLEN' })
  expect(await state()).toMatchObject({ stated: { state: 'STOLEN', since: expect.any(String) } })
})

test('others see nothing of it', async () => {
  const other = await becomeCustomer(product)
  const answer = await send(product.url, 'GET', vehicles.states.path, { token: other.token })
  expect(listed.parse(answer.body).data.map(({ deviceId }) => deviceId)).toEqual([other.deviceId])
})
