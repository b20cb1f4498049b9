import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { currentVersion } from '#domain/consents/texts.ts'
import { type ShareScope, share, sharedData, shareScopes } from '#contract/shares/shares.ts'
import { sharesLimits, sharesServerLimits } from '#contract/shares/shares-limits.ts'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { outcome, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person, sell } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

const home = { latitude: 49.0069, longitude: 8.4037 }
const away = destination(home, 5000, 90)
const pforzheim = { latitude: 48.8922, longitude: 8.6946 }

const unmeasured = { accuracy: null, altitude: null, speed: null, course: null, flag: null }

const made = z.object({ data: z.object({ share, token: z.string() }) })
const listed = z.object({ data: z.object({ shares: z.array(share) }) })
const answered = z.object({ data: sharedData })

let product: TestProduct
let owner: Person
let stranger: Person

beforeAll(async () => {
  product = await startTestProduct(await ownDatabase())
  owner = await becomeCustomer(product)
  stranger = await becomeCustomer(product)
  await consent(true)
}, 60_000)
afterAll(() => product.close())
beforeEach(async () => {
  await product.operator.deleteFrom('shares').execute()
  await product.operator.deleteFrom('attempts').execute()
  await product.operator.deleteFrom('positions').execute()
  await product.operator.deleteFrom('privacy_zones').execute()
  await product.operator.updateTable('tracking_settings').set({ consent_withdrawn_at: null }).execute()
})

const call = (method: string, path: string, body?: unknown) => callAs(product, owner, method, path, body)
const consent = (consentGiven: boolean) =>
  call('POST', '/api/tracking/consent', { deviceId: owner.deviceId, consentGiven })
const now = () => clockFrom(product.settings.CLOCK).now()
const minutes = (count: number) => new Date(now().getTime() + count * minuteMs)
const entry = (more: object = {}) => ({
  deviceId: owner.deviceId,
  recipient: 'Meine Versicherung',
  scopes: [...shareScopes],
  consentVersion: currentVersion('sharing'),
  ...more,
})
const create = async (more: object = {}) => {
  const { share: one, token } = made.parse((await call('POST', '/api/shares', entry(more))).body).data
  return { ...one, token }
}
const list = async () => listed.parse((await call('GET', '/api/shares')).body).data.shares
const fetchRaw = (token: string | undefined, since?: string) =>
  send(product.url, 'GET', `/api/shared-data${since === undefined ? '' : `?since=${since}`}`, { token })
const read = async (token: string, since?: string) => answered.parse((await fetchRaw(token, since)).body).data

/** A share that was made an hour ago, so that stored positions may lie after it. */
async function shareSinceAnHour(scopes: readonly ShareScope[] = shareScopes) {
  const one = await create({ scopes })
  await product.operator
    .updateTable('shares')
    .set({ created_at: minutes(-60) })
    .where('id', '=', one.id)
    .execute()
  return one
}

/** Stored as if the tracker had sent it, received just now unless said. */
async function store(
  place: { latitude: number; longitude: number },
  measured: number,
  received = -30,
): Promise<string> {
  const recordedAt = minutes(measured)
  await product.operator
    .transaction()
    .execute((transaction) =>
      keepPositions(transaction, [
        { deviceId: owner.deviceId, recordedAt, receivedAt: minutes(received), ...place, ...unmeasured },
      ]),
    )
  return recordedAt.toISOString()
}

const timesIn = ({ positions = [] }: z.output<typeof sharedData>) => positions.map(({ recordedAt }) => recordedAt)

describe('a share', () => {
  test('is made, listed, used and revoked, and its token is shown only once', async () => {
    const { token, ...one } = await create()
    expect(token).toMatch(/^wegwarte_share_[\w-]{43}$/)
    expect(await list()).toEqual([one])
    expect(Date.parse(one.endsAt) - Date.parse(one.createdAt)).toBe(sharesLimits.startDays * dayMs)
    expect((await call('GET', '/api/shares')).text).not.toContain(token)
    const stored = await product.operator.selectFrom('shares').select('token_hash').executeTakeFirstOrThrow()
    expect(stored.token_hash).toEqual(hashOf(token))
    await read(token)
    await read(token)
    expect(await list()).toMatchObject([{ uses: 2, lastUsedAt: expect.any(String) }])
    expect((await call('DELETE', `/api/shares/${one.id}`)).body).toMatchObject({
      data: { revokedAt: expect.any(String) },
    })
    expect(outcome(await fetchRaw(token))).toEqual([401, 'SHARE_OVER'])
    expect((await call('DELETE', `/api/shares/${one.id}`)).status).toBe(200)
  })

  test('is told to its owner by e-mail, without the token', async () => {
    const body = entry({ deviceId: stranger.deviceId, recipient: 'Werkstatt Müller' })
    const { token } = made.parse((await callAs(product, stranger, 'POST', '/api/shares', body)).body).data
    const email = await product.mail.emailTo(stranger.email, /freigegeben/)
    expect(email.text).toContain('Werkstatt Müller')
    expect(email.text).not.toContain(token)
  })

  test('records consent, and its end with the last share of the device', async () => {
    const said = async () => (await allSaid()).slice(before)
    const allSaid = () =>
      product.operator
        .selectFrom('consents')
        .select('given')
        .where('purpose', '=', 'sharing')
        .where('user_id', '=', owner.userId)
        .orderBy('id')
        .execute()
    const before = (await allSaid()).length
    const [first, second] = [await create(), await create()]
    await call('DELETE', `/api/shares/${first.id}`)
    expect(await said()).toEqual([{ given: true }, { given: true }])
    await call('DELETE', `/api/shares/${second.id}`)
    await call('DELETE', `/api/shares/${second.id}`)
    expect(await said()).toEqual([{ given: true }, { given: true }, { given: false }])
  })

  test.each([
    ['endsAt', { endsAt: '2020-01-01T00:00:00Z' }],
    ['endsAt', { endsAt: '2099-01-01T00:00:00Z' }],
    ['recipient', { recipient: ' ' }],
    ['recipient', { recipient: 'x'.repeat(81) }],
    ['scopes', { scopes: [] }],
    ['consentVersion', { consentVersion: 0 }],
    ['consentVersion', { consentVersion: undefined }],
  ])('with a wrong %s is refused with the field: %j', async (field, wrong) => {
    const answer = await call('POST', '/api/shares', entry(wrong))
    expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR'])
    expect(answer.body).toMatchObject({ error: { fields: { [field]: expect.any(String) } } })
    expect(await list()).toEqual([])
  })

  test('needs consent to the text of today', async () => {
    const former = entry({ consentVersion: currentVersion('sharing') + 1 })
    expect(outcome(await call('POST', '/api/shares', former))).toEqual([409, 'CONSENT_TEXT_CHANGED'])
    expect(await list()).toEqual([])
  })

  test('is one of ten open ones at most, even if many are made at once', async () => {
    for (let count = 0; count < sharesLimits.open - 1; count += 1) await create()
    await product.operator.deleteFrom('attempts').execute()
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/api/shares', entry())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const [last] = await list()
    await call('DELETE', `/api/shares/${last?.id}`)
    await create()
  })

  test('of somebody else can neither be revoked nor seen, and nobody shares a device of others', async () => {
    const { id, token } = await create()
    expect(outcome(await callAs(product, stranger, 'DELETE', `/api/shares/${id}`))).toEqual([404, 'NOT_FOUND'])
    expect((await callAs(product, stranger, 'GET', '/api/shares')).body).toMatchObject({ data: { shares: [] } })
    expect(outcome(await callAs(product, stranger, 'POST', '/api/shares', entry()))).toEqual([403, 'FORBIDDEN'])
    await read(token)
  })
})

describe('a token is answered SHARE_OVER', () => {
  test.each([
    ['that is missing', async () => undefined],
    ['that nobody was given', async () => `${sharesServerLimits.tokenPrefix}${'A'.repeat(43)}`],
    ['that is cut off', async () => (await create()).token.slice(0, -1)],
    ['that is very long', async () => `${sharesServerLimits.tokenPrefix}${'A'.repeat(8000)}`],
    ['without its beginning', async () => (await create()).token.slice(sharesServerLimits.tokenPrefix.length)],
    ['of a session', async () => owner.token],
    [
      'of a share that has ended',
      async () => {
        const { id, token } = await create()
        await product.operator
          .updateTable('shares')
          .set({ ends_at: minutes(-1) })
          .where('id', '=', id)
          .execute()
        return token
      },
    ],
    [
      'once the consent to tracking is withdrawn, also after it was given again',
      async () => {
        const { token } = await create()
        await call('POST', '/api/tracking/withdraw', { deviceId: owner.deviceId, deletePositions: false })
        await consent(true)
        expect(await list()).toMatchObject([{ revokedAt: expect.any(String) }])
        return token
      },
    ],
    [
      'once the account is disabled',
      async () => {
        const account = await becomeCustomer(product)
        const body = { ...entry(), deviceId: account.deviceId }
        const { token } = made.parse((await callAs(product, account, 'POST', '/api/shares', body)).body).data
        await read(token)
        await product.operator
          .updateTable('users')
          .set({ disabled_at: now() })
          .where('id', '=', account.userId)
          .execute()
        return token
      },
    ],
    [
      'once the device is removed',
      async () => {
        const imei = '350000000099999'
        await sell(product, { imei })
        const added = await call('POST', '/api/devices/register-imei', { imei, deviceName: 'Roller' })
        const { id: deviceId } = z
          .object({ data: z.object({ device: z.object({ id: z.string() }) }) })
          .parse(added.body).data.device
        const { token } = await create({ deviceId })
        await call('DELETE', `/api/devices/${deviceId}`)
        return token
      },
    ],
  ])('%s', async (_what, tokenOf) => {
    expect(outcome(await fetchRaw(await tokenOf()))).toEqual([401, 'SHARE_OVER'])
  })
})

describe('the recipient', () => {
  test('gets only what is in the scope', async () => {
    const { token } = await create({ scopes: ['DEVICE'] })
    const data = await read(token)
    expect(data.device).toMatchObject({ imei: owner.imei })
    expect(Object.keys(data).toSorted()).toEqual(['device', 'endsAt', 'more', 'next', 'recipient', 'scopes'])
    expect(await read((await create({ scopes: ['POSITIONS'] })).token)).not.toHaveProperty('device')
  })

  test('gets each position once, also one that arrived late, and the same again for the same `since`', async () => {
    const { token } = await shareSinceAnHour()
    const first = await store(away, -40)
    const begin = await read(token)
    expect(timesIn(begin)).toEqual([first])
    const late = await store(away, -50)
    const then = await read(token, begin.next)
    expect(timesIn(then)).toEqual([late])
    expect(timesIn(await read(token, begin.next))).toEqual([late])
    expect(timesIn(await read(token, then.next))).toEqual([])
  })

  test('waits for what was received just now, and misses nothing that was numbered before it', async () => {
    const { token } = await shareSinceAnHour()
    const old = await store(away, -40)
    await store(away, -10, -5)
    const behind = await store(away, -45)
    const begin = await read(token)
    expect(timesIn(begin)).toEqual([old])
    await product.operator
      .updateTable('positions')
      .set({ received_at: minutes(-30) })
      .execute()
    const then = await read(token, begin.next)
    expect(timesIn(then)).toHaveLength(2)
    expect(timesIn(then).at(-1)).toBe(behind)
  })

  test('gets nothing from before the share', async () => {
    const { token } = await shareSinceAnHour()
    await store(away, -61)
    expect(timesIn(await read(token))).toEqual([])
  })

  test('gets nothing from within a privacy zone, and goes on behind it', async () => {
    const { token } = await shareSinceAnHour()
    await call('POST', '/api/privacy-zones', { ...home, name: 'Zuhause', radiusMetres: 200 })
    await store(home, -40)
    const begin = await read(token)
    expect(timesIn(begin)).toEqual([])
    expect(begin.next).not.toBe('0-0')
    const shown = await store(away, -39)
    expect(timesIn(await read(token, begin.next))).toEqual([shown])
  })

  test('gets a long history in pages, each position once', async () => {
    const { token, id } = await shareSinceAnHour()
    await product.operator
      .updateTable('shares')
      .set({ created_at: minutes(-3000) })
      .where('id', '=', id)
      .execute()
    const count = sharesServerLimits.pagePositions + 10
    const all = Array.from({ length: count }, (_, index) => ({
      deviceId: owner.deviceId,
      recordedAt: minutes(-2990 + index),
      receivedAt: minutes(-30),
      ...away,
      ...unmeasured,
    }))
    await product.operator.transaction().execute((transaction) => keepPositions(transaction, all))
    const first = await read(token)
    const second = await read(token, first.next)
    expect([first.more, second.more]).toEqual([true, false])
    const times = [...timesIn(first), ...timesIn(second)]
    expect(times).toHaveLength(count)
    expect(new Set(times).size).toBe(count)
  })

  /** Raised away from home. */
  const raise = async (since: number) => {
    const at = minutes(since)
    await product.operator.deleteFrom('alarms').execute()
    await product.operator
      .insertInto('alarms')
      .values({
        id: `alarm-${at.getTime()}`,
        device_id: owner.deviceId,
        kind: 'TOW',
        detected_at: at,
        recorded_at: at,
        ...away,
        letter: 'SENT',
      })
      .execute()
  }

  test('gets no call for help: it says something of a person', async () => {
    const { token } = await shareSinceAnHour()
    await raise(-sharesServerLimits.delayMinutes - 1)
    await product.operator.updateTable('alarms').set({ kind: 'SOS' }).execute()
    expect((await read(token)).alarms).toEqual([])
  })

  test('gets an alarm at once, and its place no sooner than positions: nobody is followed live', async () => {
    const { token } = await shareSinceAnHour()
    await raise(-sharesServerLimits.delayMinutes + 2)
    expect((await read(token)).alarms).toMatchObject([{ kind: 'TOW', place: null }])
    await raise(-sharesServerLimits.delayMinutes - 1)
    expect((await read(token)).alarms).toMatchObject([{ kind: 'TOW', place: away }])
  })

  test('gets alarms, and their places only together with positions and outside of zones', async () => {
    const { token: whole } = await shareSinceAnHour()
    const { token: alarmsOnly } = await shareSinceAnHour(['ALARMS'])
    await raise(-30)
    const begin = await read(whole)
    expect(begin.alarms).toMatchObject([{ kind: 'TOW', place: away }])
    expect((await read(whole, begin.next)).alarms).toEqual([])
    expect((await read(alarmsOnly)).alarms).toMatchObject([{ kind: 'TOW', place: null }])
    await call('POST', '/api/privacy-zones', { ...away, name: 'Arbeit', radiusMetres: 200 })
    expect((await read(whole)).alarms).toMatchObject([{ kind: 'TOW', place: null }])
  })

  test('reads the names of places that are handed over, and of no other', async () => {
    const { token: whole } = await shareSinceAnHour()
    const { token: alarmsOnly } = await shareSinceAnHour(['ALARMS'])
    await raise(-30)
    await store(pforzheim, -40)
    // Sent late: it is not the newest, though it is the last.
    await store(home, -50)
    const begin = await read(whole)
    expect(begin).toMatchObject({ placeName: 'Pforzheim', alarms: [{ place: away, placeName: 'Karlsruhe' }] })
    expect((await read(whole, begin.next)).placeName).toBeNull()
    const withoutPlaces = await read(alarmsOnly)
    expect(withoutPlaces).not.toHaveProperty('placeName')
    expect(withoutPlaces.alarms?.[0]).not.toHaveProperty('placeName')
    await call('POST', '/api/privacy-zones', { ...pforzheim, name: 'Zuhause', radiusMetres: 200 })
    await call('POST', '/api/privacy-zones', { ...away, name: 'Arbeit', radiusMetres: 200 })
    const hidden = await read(whole)
    expect(hidden.placeName).toBe('Karlsruhe')
    expect(hidden.alarms?.[0]).not.toHaveProperty('placeName')
  })

  test.each(['x', '1', '1-', '-1-1', '1-1-1', '9'.repeat(60), "1-1';--"])(
    'is refused a since that no answer had: %s',
    async (since) => {
      const { token } = await create()
      expect(outcome(await fetchRaw(token, encodeURIComponent(since)))).toEqual([400, 'VALIDATION_ERROR'])
    },
  )

  test('is told to slow down where it calls without a pause', async () => {
    const { token } = await create({ scopes: ['DEVICE'] })
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetchRaw(token)))
    expect(answers.some(({ code }) => code === 'RATE_LIMITED')).toBe(true)
  })
})

test('the owner sees each day’s use once, however often it is fetched', async () => {
  await product.operator.deleteFrom('activities').execute()
  const { token, id } = await create()
  await Promise.all([1, 2, 3].map(() => read(token).catch(() => null)))
  const uses = () =>
    product.operator.selectFrom('activities').select(['actor', 'detail']).where('kind', '=', 'share-used').execute()
  expect(await uses()).toEqual([{ actor: 'recipient', detail: 'Meine Versicherung' }])
  await product.operator
    .updateTable('shares')
    .set({ last_used_at: minutes(-24 * 60) })
    .where('id', '=', id)
    .execute()
  await read(token)
  expect(await uses()).toHaveLength(2)
})
