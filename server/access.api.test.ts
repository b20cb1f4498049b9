import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '#contract/base/endpoint.ts'
import { type TokenScope, tokenScopes } from '#contract/base/token-scope.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { endpoints } from '#contract/endpoints.ts'
import { shares } from '#contract/shares/shares.ts'
import { type Answer, send } from '#server/testing/client.ts'
import { isOpen } from '#server/db/shared/messages.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { type Ids, idsIn, sampleOf } from '#server/testing/sample.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'

/*
 * Who may call is shown for every endpoint of the contract. A new endpoint is covered as soon as it is listed there.
 */

let product: TestProduct
let visitor: Person
let victim: Person
/** Sessions in stages of verification that a sign-in does not lead to: they come from `users unverify`. */
let withoutEmail: Person
let withoutImei: Person
/** Signed in so long ago that it has to prove again who it is. */
let unconfirmed: Person
let victimsIds: Ids
let tokenOfShare: string

beforeAll(async () => {
  product = await startTestProduct()
  visitor = await becomeCustomer(product)
  victim = await becomeCustomer(product)
  withoutEmail = await becomeCustomer(product)
  withoutImei = await becomeCustomer(product)
  unconfirmed = await becomeCustomer(product)
  const users = product.operator.updateTable('users')
  await users.set({ email_verified_at: null }).where('id', '=', withoutEmail.userId).execute()
  await users.set({ imei_verified_at: null }).where('id', '=', withoutImei.userId).execute()
  const sessions = product.operator.updateTable('sessions').set({ confirmed_at: new Date(0) })
  await sessions.where('user_id', '=', unconfirmed.userId).execute()
  victimsIds = await idsOf(victim)
  tokenOfShare = await shareOf(victim)
}, 60_000)

afterAll(() => product.close())

async function idsOf(person: Person): Promise<Ids> {
  const first = async (table: 'sessions' | 'licences') => {
    const row = await product.operator
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow()
    return row.id
  }
  return {
    UserId: person.userId,
    DeviceId: person.deviceId,
    Imei: person.imei,
    SessionId: await first('sessions'),
    LicenceId: await first('licences'),
    PoiId: 'nobodys',
    UploadId: await uploadOf(person),
    PasskeyId: await passkeyOf(person),
    AccessTokenId: await accessTokenOf(person, []),
    WebhookId: await webhookOf(person),
  }
}

async function shareOf(person: Person): Promise<string> {
  const body = { deviceId: person.deviceId, recipient: 'Versicherung', scopes: ['DEVICE'], consentVersion: 1 }
  const answer = await send(product.url, 'POST', shares.create.path, { token: person.token, body })
  return z.object({ data: z.object({ token: z.string() }) }).parse(answer.body).data.token
}

async function uploadOf(person: Person): Promise<string> {
  const id = `upload-of-${person.userId}`
  await product.operator
    .insertInto('uploads')
    .values({ id, user_id: person.userId, picture: Buffer.from('picture'), created_at: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

async function webhookOf(person: Person): Promise<string> {
  const id = `webhook-of-${person.userId}`
  const nothing = { former_secret: null, former_secret_until: null, failing_since: null, paused: null }
  await product.operator
    .insertInto('webhooks')
    .values({
      id,
      user_id: person.userId,
      url: 'http://127.0.0.1:9/',
      events: ['alarm.raised'],
      places: false,
      secret: 'secret',
      created_at: new Date(0),
      ...nothing,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

async function passkeyOf(person: Person): Promise<string> {
  const id = `passkey-of-${person.userId}`
  const bytes = Buffer.from(id)
  await product.operator
    .insertInto('passkeys')
    .values({
      id,
      user_id: person.userId,
      credential_id: bytes,
      public_key: bytes,
      counter: 0,
      transports: [],
      can_be_backed_up: false,
      backed_up: false,
      name: 'Handy',
      created_at: new Date(0),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

const tokenOf = ({ userId }: Person, scopes: readonly TokenScope[]) =>
  `wegwarte_token_${hashOf(userId + scopes.join(' ')).toString('base64url')}`

/** A token of a program; its hash stands in the database, as after it was made. */
async function accessTokenOf(person: Person, scopes: readonly TokenScope[]): Promise<string> {
  const token = tokenOf(person, scopes)
  const id = token.slice(-43)
  await product.operator
    .insertInto('access_tokens')
    .values({
      id,
      user_id: person.userId,
      name: 'Programm',
      scopes: [...scopes],
      token_hash: hashOf(token),
      created_at: new Date(0),
      expires_at: new Date(Date.now() + dayMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

/** Calls an endpoint with input that its schemas accept. */
function callWith(endpoint: Endpoint, ids: Ids, token?: string): Promise<Answer> {
  const params = Object.entries((endpoint.params && sampleOf(endpoint.params, ids)) ?? {})
  const path = params.reduce((filled, [name, value]) => filled.replace(`:${name}`, String(value)), endpoint.path)
  const query = Object.entries((endpoint.query && sampleOf(endpoint.query, ids)) ?? {})
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()
  return send(product.url, endpoint.method, search === '' ? path : `${path}?${search}`, {
    token,
    ...(endpoint.body && { body: sampleOf(endpoint.body, ids) }),
  })
}

const named = endpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const guarded = named.filter(({ endpoint }) => endpoint.access !== 'public')
/** A token of a share is another thing than a session: see below. */
const forSessions = guarded.filter(({ endpoint }) => endpoint.access !== 'recipient')
const refusedAsStranger = ({ access }: Endpoint) => (access === 'recipient' ? 'SHARE_OVER' : 'UNAUTHORIZED')
const unknownIds: Ids = { Imei: '000000000000000' }

describe('signed out', () => {
  test.each(guarded)('$name answers 401', async ({ endpoint }) => {
    const answer = await callWith(endpoint, victimsIds)
    expect([answer.status, answer.code]).toEqual([401, refusedAsStranger(endpoint)])
  })

  test.each(guarded)('$name answers 401 before it looks at the input', async ({ endpoint }) => {
    const answer = await send(product.url, endpoint.method, endpoint.path.replaceAll(/:\w+/g, 'x'.repeat(300)), {
      ...(endpoint.method !== 'GET' && { body: '{"broken' }),
    })
    expect([answer.status, answer.code]).toEqual([401, refusedAsStranger(endpoint)])
  })

  test.each(named.filter(({ endpoint }) => endpoint.access === 'public'))('$name is answered', async ({ endpoint }) => {
    const answer = await callWith(endpoint, unknownIds)
    expect(answer.status).toBeLessThan(500)
    // A public call may be refused for what was sent (a wrong password, an old link), never for who sent it.
    if (answer.status === 401 || answer.status === 403) expect(endpoint.problems).toContain(answer.code)
  })
})

describe('a token that does not exist', () => {
  test.each(guarded)('does not open $name', async ({ endpoint }) => {
    expect((await callWith(endpoint, victimsIds, 'A'.repeat(43))).status).toBe(401)
  })
})

describe.each([
  { stage: 'without a verified e-mail', person: () => withoutEmail, code: 'EMAIL_NOT_VERIFIED' },
  { stage: 'without a verified IMEI', person: () => withoutImei, code: 'IMEI_NOT_VERIFIED' },
])('a session $stage', ({ person, code }) => {
  const staged = forSessions.filter(({ endpoint }) => endpoint.access !== 'signed-in')
  test.each(staged)('is refused by $name', async ({ endpoint }) => {
    const answer = await callWith(endpoint, await idsOf(person()), person().token)
    expect([answer.status, answer.code]).toEqual([403, code])
  })

  test.each(guarded.filter(({ endpoint }) => endpoint.access === 'signed-in' && endpoint.method === 'GET'))(
    'is admitted by $name',
    async ({ endpoint }) => {
      const answer = await callWith(endpoint, unknownIds, person().token)
      // There may be nothing to hand out, as for everybody who has asked for nothing.
      if (answer.status === 410) expect(endpoint.problems).toContain(answer.code)
      else expect(answer.status).toBe(200)
    },
  )
})

describe('the token of a share', () => {
  test.each(forSessions)('does not open $name', async ({ endpoint }) => {
    const answer = await callWith(endpoint, victimsIds, tokenOfShare)
    expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN'])
  })

  test.each(guarded.filter(({ endpoint }) => endpoint.access === 'recipient'))(
    'opens $name, and a session does not',
    async ({ endpoint }) => {
      expect((await callWith(endpoint, unknownIds, tokenOfShare)).status).toBe(200)
      expect((await callWith(endpoint, unknownIds, victim.token)).code).toBe('SHARE_OVER')
    },
  )
})

describe('the token of a program', () => {
  const forPrograms = guarded.filter(({ endpoint }) => endpoint.tokenScope !== undefined)
  const forPeople = forSessions.filter(({ endpoint }) => endpoint.tokenScope === undefined)

  test('opens something with each scope, so the tests below are not empty', () => {
    expect(new Set(forPrograms.map(({ endpoint }) => endpoint.tokenScope))).toEqual(new Set(tokenScopes))
  })

  test.each(forPeople)('with every scope does not open $name', async ({ endpoint }) => {
    await accessTokenOf(victim, tokenScopes)
    const answer = await callWith(endpoint, victimsIds, tokenOf(victim, tokenScopes))
    expect([answer.status, answer.code]).toEqual([403, 'NOT_FOR_PROGRAMS'])
  })

  test.each(forPrograms.filter(({ endpoint }) => endpoint.form !== 'events'))(
    'opens $name with its scope alone, and no other’s things',
    async ({ endpoint }) => {
      const scopes = tokenScopes.filter((scope) => scope === endpoint.tokenScope)
      const others = tokenScopes.filter((scope) => scope !== endpoint.tokenScope)
      for (const some of [scopes, others]) await accessTokenOf(victim, some)
      const refused = await callWith(endpoint, victimsIds, tokenOf(victim, others))
      expect([refused.status, refused.code]).toEqual([403, 'ACCESS_TOKEN_SCOPE'])
      expect([401, 403]).not.toContain((await callWith(endpoint, victimsIds, tokenOf(victim, scopes))).status)
      if (endpoint.owns === undefined) return
      const foreign = await callWith(endpoint, await idsOf(visitor), tokenOf(victim, scopes))
      expect([foreign.status, foreign.code]).toEqual([403, 'FORBIDDEN'])
    },
  )
})

describe('a session that was confirmed long ago', () => {
  const confirmed = guarded.filter(({ endpoint }) => endpoint.stepUp === true)

  beforeAll(workIsDone, 90_000)

  test('is refused somewhere, so the tests below are not empty', () => {
    expect(confirmed.map(({ endpoint }) => endpoint.path)).toContain('/api/tracking/disable')
  })

  test.each(confirmed)('is refused by $name, before the input is looked at', async ({ endpoint }) => {
    const ids = await idsOf(unconfirmed)
    const before = await fingerprint()
    const path = endpoint.path.replaceAll(/:\w+/g, 'x'.repeat(300))
    const { token } = unconfirmed
    const answers = [
      await callWith(endpoint, ids, token),
      await send(product.url, endpoint.method, path, { token, ...(endpoint.body && { body: '{"broken' }) }),
    ]
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [403, 'STEP_UP_REQUIRED'],
      [403, 'STEP_UP_REQUIRED'],
    ])
    expect(await fingerprint()).toEqual(before)
  })

  test.each(confirmed)('is what a new one is not: $name does not ask it', async ({ endpoint }) => {
    const answer = await callWith(endpoint, victimsIds, visitor.token)
    expect(answer.code).not.toBe('STEP_UP_REQUIRED')
  })
})

describe("somebody else's ids", () => {
  beforeAll(workIsDone, 90_000)

  const owned = [
    'UserId',
    'DeviceId',
    'Imei',
    'SessionId',
    'LicenceId',
    'UploadId',
    'PasskeyId',
    'AccessTokenId',
    'WebhookId',
  ]
  const reachable = guarded.filter(({ endpoint }) =>
    [endpoint.params, endpoint.query, endpoint.body].flatMap(idsIn).some((id) => owned.includes(id)),
  )

  test('occur in the contract, so the tests below are not empty', () => {
    expect(reachable.length).toBeGreaterThan(10)
  })

  test.each(reachable)('are refused by $name, and nothing changes', async ({ endpoint }) => {
    const before = await fingerprint()
    const answer = await callWith(endpoint, victimsIds, visitor.token)
    expect([403, 404], `${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status)
    expect(await fingerprint()).toEqual(before)
  })

  test.each(named.filter(({ endpoint }) => endpoint.owns !== undefined))(
    'are refused by $name like ids that do not exist, except that an unknown device id is not found',
    async ({ endpoint }) => {
      const nobodys: Ids = { ...victimsIds, UserId: 'nobody', DeviceId: 'none', Imei: '000000000000000' }
      const answerTo = async (ids: Ids) => (await callWith(endpoint, ids, visitor.token)).code
      const unknown = 'device' in (endpoint.owns ?? {}) ? 'NOT_FOUND' : 'FORBIDDEN'
      expect([await answerTo(victimsIds), await answerTo(nobodys)]).toEqual(['FORBIDDEN', unknown])
    },
  )

  test.each(reachable.filter(({ endpoint }) => endpoint.access === 'device'))(
    "are refused by $name for another device's key, and nothing changes",
    async ({ endpoint }) => {
      const before = await fingerprint()
      const params = Object.entries((endpoint.params && sampleOf(endpoint.params, victimsIds)) ?? {})
      const path = params.reduce((filled, [name, value]) => filled.replace(`:${name}`, String(value)), endpoint.path)
      const query = Object.entries((endpoint.query && sampleOf(endpoint.query, victimsIds)) ?? {})
      const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString()
      const answer = await send(product.url, endpoint.method, `${path}?${search}`, {
        headers: { 'x-device-key': visitor.deviceSecret },
        ...(endpoint.body && { body: sampleOf(endpoint.body, victimsIds) }),
      })
      expect([403, 404]).toContain(answer.status)
      expect(await fingerprint()).toEqual(before)
    },
  )
})

async function pendingMails(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from pgboss.job where name like '%mail' and state < 'completed')::int
      + (select count(*) from messages where ${isOpen})::int as count`.execute(product.operator)
  return rows[0]?.count ?? 0
}

/** The earlier calls have queued e-mails, and sending one stores its token. Those to made-up addresses are tried again. */
async function workIsDone(): Promise<void> {
  await vi.waitFor(
    async () => {
      await sql`delete from pgboss.job where name like '%mail' and state = 'retry'`.execute(product.operator)
      await sql`delete from messages where ${isOpen} and retry_at is not null`.execute(product.operator)
      // What they asked for is worked on, too.
      for (const table of ['account_deletions', 'data_exports'] as const) {
        await product.operator.deleteFrom(table).execute()
      }
      expect(await pendingMails()).toBe(0)
    },
    { timeout: 60_000 },
  )
}

/**
 * A hash of every row of the product, without counted attempts, when the product last looked for silent trackers, and when a
 * session was last used.
 */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('attempts', 'silence_watch', 'spatial_ref_sys') order by 1`.execute(
    product.operator,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(row_text, '|' order by row_text), '')) as hash
      from (select (to_jsonb(t) - 'last_used_at' - 'last_used_on' - 'expires_at')::text as row_text from ${sql.table(name)} t) as all_rows
    `.execute(product.operator)
    hashes[name] = rows[0]?.hash ?? ''
  }
  return hashes
}
