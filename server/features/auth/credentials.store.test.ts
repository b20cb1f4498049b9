import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { type AuthStore, createAuthStore, type TokenPurpose } from './auth.store.ts'
import { createCredentialsStore } from './credentials.store.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { putTracker } from '#server/features/tracking/testing/trackers.ts'
import { hashOf } from '#server/secrets.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const purposes: readonly TokenPurpose[] = ['verify-email', 'change-email', 'cancel-email-change', 'password-reset']

/** An account with a session here and one elsewhere, a mailed link of each kind, and a new address that waits. */
async function enterEverywhere(store: AuthStore, change: ReturnType<typeof createCredentialsStore>, id: string) {
  await store.createAccount({ id, email: `${id}@example.org`, passwordHash: 'hash', createdAt: now })
  await change.askForEmailChange({ userId: id, provenHash: 'hash', newEmail: `neu-${id}@example.org` })
  for (const place of ['here', 'elsewhere']) {
    const name = `${id}-${place}`
    await store.createSession({
      id: name,
      userId: id,
      passwordHash: 'hash',
      tokenHash: hashOf(name),
      client: '',
      at: now,
    })
  }
  for (const purpose of purposes) {
    const email = purpose === 'change-email' ? `neu-${id}@example.org` : `${id}@example.org`
    const token = { hash: hashOf(`${id}-${purpose}`), userId: id, purpose, email, createdAt: now, expiresAt: later(60) }
    await store.createToken(token)
  }
}

describeOnBothDatabases('changes of credentials', (database) => {
  const store = createAuthStore(database)
  const change = createCredentialsStore(database)
  const entrances = async (id: string) => ({
    here: (await store.useSession(hashOf(`${id}-here`), now)) !== null,
    elsewhere: (await store.useSession(hashOf(`${id}-elsewhere`), now)) !== null,
    waiting: (await store.accountById(id))?.pendingEmail !== undefined,
    links: (await database.selectFrom('email_tokens').selectAll().where('user_id', '=', id).execute()).filter(
      ({ used_at }) => used_at === null,
    ).length,
  })
  const closed = { here: false, elsewhere: false, waiting: false, links: 0 }
  const hash = (purpose: TokenPurpose) => hashOf(`a-${purpose}`)

  const offerOf = (owner: string) => {
    return { userId: owner, sessionId: `${owner}-elsewhere`, email: 'dieb@example.org', expiresAt: later(60) }
  }

  const changes: [name: string, apply: () => Promise<unknown>, left: typeof closed][] = [
    [
      'a changed password',
      () => change.changePassword({ userId: 'a', provenHash: 'hash', passwordHash: 'new', keptSessionId: 'a-here' }),
      { ...closed, here: true },
    ],
    [
      'a reset password',
      () => change.resetPassword({ tokenHash: hash('password-reset'), passwordHash: 'new', at: now }),
      closed,
    ],
    [
      'a changed address',
      () =>
        change.adoptEmail({
          tokenHash: hash('change-email'),
          email: 'neu-a@example.org',
          keptSessionId: 'a-here',
          at: now,
        }),
      { ...closed, here: true },
    ],
    [
      'a cancelled change of the address',
      () => change.cancelEmailChange({ tokenHash: hash('cancel-email-change'), at: now }),
      closed,
    ],
    ['a disabled account', () => change.disable('A@example.org', now), closed],
  ]
  test.each(changes)('%s ends sessions, mailed links and the waiting address, of this account only', async (...row) => {
    const [, apply, left] = row
    await enterEverywhere(store, change, 'a')
    await enterEverywhere(store, change, 'b')
    expect(await apply()).toBeTruthy()
    expect(await entrances('a')).toEqual(left)
    expect(await entrances('b')).toEqual({ here: true, elsewhere: true, waiting: true, links: purposes.length })
  })

  test.each(changes)('%s takes back what the account has offered to others', async (_name, apply) => {
    await enterEverywhere(store, change, 'a')
    await enterEverywhere(store, change, 'b')
    const offers = createDeviceOffersStore(database)
    for (const [owner, imei] of Object.entries({ a: '350000000000001', b: '350000000000002' })) {
      const id = await putTracker(database, now, { imei, owner })
      await offers.offer({ ...offerOf(owner), id })
      await offers.giveToken(id, 'dieb@example.org', hashOf(`offer of ${owner}`))
    }
    expect(await apply()).toBeTruthy()
    expect(await offers.byToken(hashOf('offer of a'), now)).toBeNull()
    expect(await offers.byToken(hashOf('offer of b'), now)).not.toBeNull()
  })

  test.each(changes)(
    '%s lets no device be offered that was on its way under a session that it ends',
    async (...row) => {
      const [, apply] = row
      await enterEverywhere(store, change, 'a')
      const id = await putTracker(database, now, { imei: '350000000000001', owner: 'a' })
      expect(await apply()).toBeTruthy()
      expect(await createDeviceOffersStore(database).offer({ ...offerOf('a'), id })).toBe('signed out')
      expect(await database.selectFrom('device_offers').selectAll().execute()).toEqual([])
    },
  )

  test('a disabled account gets no session for a password that was checked before', async () => {
    await enterEverywhere(store, change, 'a')
    await change.disable('a@example.org', now)
    const session = { id: 's', userId: 'a', passwordHash: 'hash', tokenHash: hashOf('s'), client: '', at: now }
    expect(await store.createSession(session)).toBe(false)
  })

  test('what was proved with a former password changes nothing', async () => {
    await enterEverywhere(store, change, 'a')
    const stale = { userId: 'a', provenHash: 'former' }
    expect(await change.changePassword({ ...stale, passwordHash: 'x', keptSessionId: 'a-here' })).toBe(false)
    expect(await change.askForEmailChange({ ...stale, newEmail: 'x@example.org' })).toBe(false)
    expect(await entrances('a')).toMatchObject({ elsewhere: true, links: purposes.length })
  })

  test('a mailed link for a new password is used by exactly one of many at once', async () => {
    await enterEverywhere(store, change, 'a')
    const uses = Array.from({ length: 8 }, () =>
      change.resetPassword({ tokenHash: hash('password-reset'), passwordHash: 'new', at: now }),
    )
    expect((await Promise.all(uses)).filter((email) => email !== null)).toEqual(['a@example.org'])
  })

  test('a new address is not adopted when somebody else has it by then, or another one was asked for', async () => {
    await enterEverywhere(store, change, 'a')
    const adopt = () =>
      change.adoptEmail({ tokenHash: hash('change-email'), email: 'neu-a@example.org', keptSessionId: null, at: now })
    await store.createAccount({ id: 'c', email: 'NEU-a@example.org', passwordHash: 'hash', createdAt: now })
    expect(await adopt()).toBe(false)
    await enterEverywhere(store, change, 'd')
    await change.askForEmailChange({ userId: 'd', provenHash: 'hash', newEmail: 'doch-lieber@example.org' })
    const older = { tokenHash: hashOf('d-change-email'), email: 'neu-d@example.org', keptSessionId: null, at: now }
    expect(await change.adoptEmail(older)).toBe(false)
  })

  test('of several accounts that confirm the same new address at once one gets it, and the others are refused', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const id of ids) await enterEverywhere(store, change, id)
    const email = 'neu@example.org'
    await database.updateTable('users').set({ pending_email: email }).execute()
    await database.updateTable('email_tokens').set({ email }).where('purpose', '=', 'change-email').execute()
    const adoptions = ids.map((id) =>
      change.adoptEmail({ tokenHash: hashOf(`${id}-change-email`), email, keptSessionId: null, at: now }),
    )
    expect((await Promise.all(adoptions)).filter((adopted) => adopted)).toHaveLength(1)
  })

  test('that e-mails came back is forgotten with the address that they went to', async () => {
    await enterEverywhere(store, change, 'a')
    await database.updateTable('users').set({ email_returned_at: now }).execute()
    expect(await store.accountById('a')).toMatchObject({ emailReturnedAt: now.toISOString() })
    const adoption = { tokenHash: hash('change-email'), email: 'neu-a@example.org', keptSessionId: null, at: now }
    await change.adoptEmail(adoption)
    expect(await store.accountById('a')).toMatchObject({ email: 'neu-a@example.org', emailVerified: true })
    expect(await store.accountById('a')).not.toHaveProperty('emailReturnedAt')
  })
})
