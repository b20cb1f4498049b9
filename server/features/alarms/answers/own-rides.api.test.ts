import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { alarms } from '#contract/alarms/alarms.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { send } from '#server/testing/client.ts'
import { reportAs, startGatewayProduct, turnTrackingOn } from '#server/testing/gateway-product.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import type { TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let gatewayUrl: string
let owner: Person
/** Of the e-mail about the movement. */
let token: string

beforeAll(async () => {
  ;({ product, gatewayUrl } = await startGatewayProduct(await ownDatabase()))
}, 60_000)
afterAll(() => product.close())

beforeEach(async () => {
  owner = await becomeCustomer(product)
  await turnTrackingOn(product, owner, 'THEFT')
  // The quarter of an hour after the first position is not waited for.
  await report({ lat: '49.0', lon: '8.4' })
  await call('POST', path('/pause'), { pause: 'OPEN' })
  await call('DELETE', path('/pause'))
  await report({ alarm: 'tow' })
  const { text = '' } = await product.mail.emailTo(owner.email, /Abschleppen/)
  token = /\/own-ride#([\w-]{43})\n/.exec(text)?.[1] ?? ''
})

const listed = z.object({ data: alarms.list.reply })
const path = (rest = '') => `/api/alarms/${owner.deviceId}${rest}`
const call = (method: string, address: string, body?: unknown) =>
  send(product.url, method, address, { token: owner.token, ...(body !== undefined && { body }) })
const report = (parameters: Record<string, string>) => reportAs(gatewayUrl, owner, parameters)
const list = async () => listed.parse((await call('GET', path())).body).data
/** Without an account, as from another program that opens mail. */
const answer = (key = token) => send(product.url, 'POST', '/api/alarms/own-ride', { body: { token: key } })

describe('„Das bin ich“ in an e-mail about an alarm', () => {
  test('answers it and pauses until the arrival, without signing in; the owner sees that it was done', async () => {
    const { body, status } = await answer()
    expect([status, body]).toMatchObject([200, { data: { deviceName: expect.any(String), pause: { kind: 'RIDE' } } }])
    const { state, alarms: log } = await list()
    expect(state.pause).toMatchObject({ kind: 'RIDE' })
    expect(log.find(({ kind }) => kind === 'TOW')?.acknowledgedAt).not.toBeNull()
    const activities = JSON.stringify((await call('GET', '/api/activity')).body)
    expect(activities).toContain('own-ride-said')
    expect(activities).not.toContain(token)
  })

  test('does nothing when it is only opened: mail scanners open links', async () => {
    const opened = await fetch(`${product.url}/own-ride`)
    expect(opened.status).toBe(200)
    for (const method of ['GET', 'PUT']) {
      expect((await send(product.url, method, '/api/alarms/own-ride', { token })).status).toBeGreaterThanOrEqual(400)
    }
    expect((await list()).state.pause).toBeNull()
  })

  test('works once for each alarm, also where it is pressed twice at the same moment', async () => {
    const codes = await Promise.all([answer(), answer(), answer()])
    expect(codes.map(({ code }) => code).filter((code) => code === 'ALARM_ANSWERED')).toHaveLength(2)
    await call('DELETE', path('/pause'))
    expect((await answer()).code).toBe('ALARM_ANSWERED')
    expect((await list()).state.pause).toBeNull()
  })

  test.each([
    [
      'a password that was changed',
      () => call('POST', '/api/user/change-password', passwords()),
      'ALARM_LINK_UNKNOWN',
      /gilt nicht mehr/,
    ],
    [
      'a device that was removed',
      () => call('DELETE', `/api/devices/${owner.deviceId}`),
      'ALARM_LINK_UNKNOWN',
      /gilt nicht mehr/,
    ],
    [
      'a vehicle that is reported as stolen',
      () => call('POST', `/api/dossier/${owner.deviceId}/state`, { state: 'STOLEN', since: now() }),
      'ALARM_LINK_ENDED',
      /^Dieses Fahrzeug ist als gestohlen oder verdächtig gemeldet/,
    ],
    [
      'a day that has passed',
      () =>
        product.operator
          .updateTable('email_tokens')
          .set({ expires_at: new Date(0) })
          .execute(),
      'ALARM_LINK_ENDED',
      /^Dieser Link ist abgelaufen\./,
    ],
  ])('ends with %s, and says so', async (_name, end, code, words) => {
    await end()
    expect((await answer()).body).toMatchObject({ error: { code, message: expect.stringMatching(words) } })
  })

  test('of somebody else’s invention is unknown', async () => {
    for (const key of [token.slice(1), `${token}=`, 'a'.repeat(43), token.toUpperCase()]) {
      expect((await answer(key)).code).toBe('ALARM_LINK_UNKNOWN')
    }
  })

  test('only marks the alarm as seen where nothing is guarded any more', async () => {
    await call('POST', '/api/tracking/withdraw', { deviceId: owner.deviceId, deletePositions: false })
    expect((await answer()).body).toMatchObject({ data: { pause: null } })
  })

  test('lasts no longer than it says', async () => {
    const { expires_at: end } = await product.operator
      .selectFrom('email_tokens')
      .select('expires_at')
      .where('purpose', '=', 'own-ride')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const hours = (end.getTime() - clockFrom(product.settings.CLOCK).now().getTime()) / hourMs
    expect(hours).toBeGreaterThan(alarmsLimits.answerHours - 1)
    expect(hours).toBeLessThanOrEqual(alarmsLimits.answerHours)
  })
})

const passwords = () => ({ currentPassword: owner.password, newPassword: `${owner.password} und neu` })
const now = () => clockFrom(product.settings.CLOCK).now().toISOString()
