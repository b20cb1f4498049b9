import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { alarms } from '#contract/alarms/alarms.ts'
import { pushLimits } from '#contract/push/push-limits.ts'
import { push } from '#contract/push/push.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startPushService, type TestPushService } from '#server/push/testing/push-service.ts'
import { reportAs, startGatewayProduct, turnTrackingOn } from '#server/testing/gateway-product.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person, signIn } from '#server/testing/people.ts'
import type { TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let service: TestPushService
let owner: Person
let gatewayUrl: string

beforeAll(async () => {
  service = await startPushService()
  ;({ product, gatewayUrl } = await startGatewayProduct(await ownDatabase()))
}, 60_000)
afterAll(async () => {
  await product.close()
  await service.close()
})

beforeEach(async () => {
  owner = await becomeCustomer(product)
})

const path = '/api/push/subscriptions'
const call = (method: string, address: string, body?: unknown, token = owner.token) =>
  send(product.url, method, address, { token, ...(body !== undefined && { body }) })
const added = z.object({ data: push.subscribe.reply })
const subscribe = async (browser = service.browser()) => {
  const answer = await call('POST', path, browser.address)
  return { browser, subscription: added.parse(answer.body).data }
}
const subscriptions = async (token = owner.token) =>
  z.object({ data: push.list.reply }).parse((await call('GET', path, undefined, token)).body).data.subscriptions
const testAlarm = () => call('POST', `/api/alarms/${owner.deviceId}/test`)
const log = async () =>
  z.object({ data: alarms.list.reply }).parse((await call('GET', `/api/alarms/${owner.deviceId}`)).body).data.alarms
/** A further session of the same owner. */
const anotherSession = async () => (await signIn(product, { email: owner.email, password: owner.password })).token

describe('a subscribed browser', () => {
  test('is notified of the test alarm, readable only by it, urgent and without a place; the log shows the step', async () => {
    const { browser } = await subscribe()
    await testAlarm()
    await expect.poll(() => browser.arrived, { timeout: 10_000 }).toHaveLength(1)
    expect(browser.arrived[0]?.message).toMatchObject({
      title: expect.stringMatching(/^Test-Alarm für „/),
      body: expect.stringMatching(/^So sieht die Mitteilung über einen Alarm aus\. \d\d\.\d\d\.\d{4}, \d\d:\d\d Uhr$/),
      path: expect.stringContaining(`/tracking?device=${owner.deviceId}&from=`),
    })
    expect(browser.arrived[0]?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      ttl: '86400',
      authorization: expect.stringMatching(/^vapid t=[\w.-]+, k=[\w-]{87}$/),
    })
    await expect
      .poll(log)
      .toMatchObject([
        { kind: 'TEST', pushes: [{ state: 'SENT', begunAt: expect.any(String), endedAt: expect.any(String) }] },
      ])
    expect((await product.mail.emailTo(owner.email, /Test-Alarm/)).text).toContain(
      'erreichen E-Mails über Alarme dieses Postfach',
    )
  })

  test("is notified of a report's alarm without the vehicle's place", async () => {
    const { browser } = await subscribe()
    await turnTrackingOn(product, owner, 'THEFT')
    await reportAs(gatewayUrl, owner, { lat: '49.00690', lon: '8.40370' })
    await expect.poll(() => browser.arrived, { timeout: 10_000 }).toHaveLength(1)
    const [arrived] = browser.arrived
    expect(arrived?.message.title).toMatch(/^Alarm: „.+“ ist scharf \(\d\d:\d\d Uhr\)$/)
    expect(JSON.stringify(arrived?.message)).not.toMatch(/49[.,]0|8[.,]4/)
  })

  test('is notified together with the others, each separately', async () => {
    const first = await subscribe()
    const token = await anotherSession()
    const second = service.browser()
    await call('POST', path, second.address, token)
    await testAlarm()
    await expect.poll(() => [first.browser.arrived.length, second.arrived.length], { timeout: 10_000 }).toEqual([1, 1])
    expect(first.browser.arrived[0]?.length).toBe(second.arrived[0]?.length)
  })

  test.each([404, 410])('that is gone (%i) is deleted, and the log shows it', async (status) => {
    const { browser } = await subscribe()
    browser.status = status
    await testAlarm()
    await expect.poll(() => subscriptions(), { timeout: 10_000 }).toEqual([])
    await expect.poll(log).toMatchObject([{ pushes: [{ state: 'GONE' }] }])
  })

  test('that is refused stays, and the log shows it', async () => {
    const { browser } = await subscribe()
    browser.status = 403
    await testAlarm()
    await expect.poll(log, { timeout: 10_000 }).toMatchObject([{ pushes: [{ state: 'FAILED' }] }])
    expect(await subscriptions()).toHaveLength(1)
  })

  test('whose service is overloaded waits, and the e-mail does not wait for it', async () => {
    const { browser } = await subscribe()
    browser.status = 503
    await testAlarm()
    await product.mail.emailTo(owner.email, /Test-Alarm/)
    await expect
      .poll(log, { timeout: 10_000 })
      .toMatchObject([{ letter: { state: 'SENT' }, pushes: [{ state: 'QUEUED', endedAt: expect.any(String) }] }])
  })
})

describe('a subscription', () => {
  test("is listed as this session's, and ends when it is removed", async () => {
    const { browser, subscription } = await subscribe()
    expect(await subscriptions()).toEqual([subscription])
    expect(subscription).toMatchObject({ current: true, ending: browser.address.endpoint.slice(-8) })
    expect((await call('DELETE', `${path}/${subscription.id}`)).status).toBe(200)
    expect(await subscriptions()).toEqual([])
    await testAlarm()
    await expect.poll(log).toMatchObject([{ pushes: [] }])
  })

  test('is one for each session, also when its browser gets a new address', async () => {
    await subscribe()
    const { subscription } = await subscribe()
    expect(await subscriptions()).toEqual([subscription])
  })

  test('ends with its session', async () => {
    const token = await anotherSession()
    await call('POST', path, service.browser().address, token)
    expect(await subscriptions()).toMatchObject([{ current: false }])
    await call('POST', '/api/auth/logout', {}, token)
    expect(await subscriptions()).toEqual([])
  })

  test('belongs to whoever is signed in at that browser now', async () => {
    const { browser } = await subscribe()
    const before = owner
    owner = await becomeCustomer(product)
    await subscribe(browser)
    expect(await subscriptions(before.token)).toEqual([])
  })

  test('cannot be removed by anybody else', async () => {
    const { subscription } = await subscribe()
    const stranger = await becomeCustomer(product)
    expect((await call('DELETE', `${path}/${subscription.id}`, undefined, stranger.token)).code).toBe('NOT_FOUND')
    expect(await subscriptions()).toHaveLength(1)
  })

  test.each([
    ['an address that only the product can reach', { endpoint: 'http://10.0.0.1/push' }, {}],
    [
      'an address on the internet, if the product is told to use only loopback',
      { endpoint: 'https://push.example/' },
      {},
    ],
    ['a key that is none', {}, { p256dh: 'AAAA' }],
    ['a secret of the wrong length', {}, { auth: 'AAAA' }],
  ])('is refused for %s', async (_name, wrongAddress, wrongKeys) => {
    const { address } = service.browser()
    const answer = await call('POST', path, { ...address, ...wrongAddress, keys: { ...address.keys, ...wrongKeys } })
    expect([answer.status, answer.code]).toEqual([400, 'PUSH_ADDRESS_REFUSED'])
  })

  test('is refused beyond the limit of an account, but not the new address of one that counts', async () => {
    const statuses: number[] = []
    const first = await anotherSession()
    const add = async (token: string) =>
      statuses.push((await call('POST', path, service.browser().address, token)).status)
    await add(first)
    for (let count = 1; count <= pushLimits.perUser; count += 1) await add(await anotherSession())
    await add(first)
    expect(statuses).toEqual([...Array<number>(pushLimits.perUser).fill(201), 409, 201])
  })
})
