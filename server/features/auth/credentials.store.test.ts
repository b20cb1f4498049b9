import { describe, expect, test } from 'vitest'
import { dayMinutes, minuteMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { disableAccount, unverifyAccount } from './account-support.store.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createMailedTokensStore, type TokenPurpose } from './mailed-tokens.store.ts'
import { createSessionsStore } from './sessions.store.ts'
import { createCredentialsStore } from './credentials.store.ts'
import { createPasswordConfirmationsStore } from './registration/password-confirmations.store.ts'
import { createSecuredAccountsStore } from './secured-accounts.store.ts'
import { createDataExportStore } from '#server/features/data-export/data-export.store.ts'
import { createExportEmailsStore } from '#server/features/data-export/export-emails.store.ts'
import { createTakenExportsStore } from '#server/features/data-export/taken-exports.store.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { createEmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import { createPasskeysStore } from '#server/features/passkeys/passkeys.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { createSecondFactorStore } from '#server/features/second-factor/second-factor.store.ts'
import { createSharesStore } from '#server/features/shares/shares.store.ts'
import { hooks } from '#server/hooks.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertUser } from '#server/testing/rows.ts'
import { deleteOld } from '#server/features/retention/retention.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)
const purposes: readonly TokenPurpose[] = ['verify-email', 'change-email', 'secure-account', 'password-reset']

/** An account with a session here and one elsewhere, an e-mailed link of each kind, and a pending new address. */
async function enterEverywhere(database: Database, change: ReturnType<typeof createCredentialsStore>, id: string) {
  const [accounts, sessions] = [createAccountsStore(database, noQueue), createSessionsStore(database, noQueue)]
  const tokens = createMailedTokensStore(database)
  await accounts.createAccount({ id, email: `${id}@example.org`, passwordHash: 'hash', createdAt: now })
  for (const place of ['here', 'elsewhere']) {
    const name = `${id}-${place}`
    await sessions.createSession({
      id: name,
      userId: id,
      passwordHash: 'hash',
      tokenHash: hashOf(name),
      client: '',
      at: now,
    })
  }
  const asked = { userId: id, sessionId: `${id}-here`, provenHash: 'hash', newEmail: `neu-${id}@example.org`, at: now }
  await change.askForEmailChange(asked)
  for (const purpose of purposes) {
    const email = purpose === 'change-email' ? `neu-${id}@example.org` : `${id}@example.org`
    const token = { hash: hashOf(`${id}-${purpose}`), userId: id, purpose, email, createdAt: now, expiresAt: later(60) }
    await tokens.createToken(token)
  }
}

const passkey = {
  credentialId: Buffer.from('key'),
  publicKey: Buffer.from('key'),
  counter: 0,
  transports: [],
  canBeBackedUp: false,
  backedUp: false,
}

describeOnBothDatabases('changes of credentials', (database) => {
  const accounts = createAccountsStore(database, noQueue)
  const sessions = createSessionsStore(database, noQueue)
  const change = createCredentialsStore(database, noQueue, hooks)
  const confirmations = createPasswordConfirmationsStore(database, hooks)
  const securedAccounts = createSecuredAccountsStore(database, noQueue, hooks)
  const entrances = async (id: string) => ({
    here: (await sessions.useSession(hashOf(`${id}-here`), now)) !== null,
    elsewhere: (await sessions.useSession(hashOf(`${id}-elsewhere`), now)) !== null,
    waiting: (await accounts.accountById(id))?.pendingEmail !== undefined,
    links: (await database.selectFrom('email_tokens').selectAll().where('user_id', '=', id).execute()).filter(
      ({ used_at, purpose }) => used_at === null && purpose !== 'secure-account',
    ).length,
  })
  const handedOut = purposes.length - 1
  const closed = { here: false, elsewhere: false, waiting: false, links: 0 }
  const hash = (purpose: TokenPurpose) => hashOf(`a-${purpose}`)

  const offerOf = (owner: string) => {
    const token = `offer of ${owner}`
    const secret = { token, hash: hashOf(token) }
    const common = { userId: owner, sessionId: `${owner}-elsewhere`, secret, at: now }
    return { ...common, email: 'dieb@example.org', expiresAt: later(60) }
  }

  const changes: [name: string, apply: () => Promise<unknown>, left: typeof closed][] = [
    [
      'a changed password',
      () =>
        change.changePassword({
          userId: 'a',
          provenHash: 'hash',
          passwordHash: 'new',
          keptSessionId: 'a-here',
          at: now,
        }),
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
      'a secured account',
      () => securedAccounts.secureAccount({ tokenHash: hash('secure-account'), passwordHash: 'nobody’s', at: now }),
      closed,
    ],
    ['a disabled account', () => disableAccount(database, hooks, 'A@example.org', { by: 'jemand', at: now }), closed],
  ]
  test.each(changes)(
    '%s ends sessions, e-mailed links and the pending address, of this account only',
    async (...row) => {
      const [, apply, left] = row
      await enterEverywhere(database, change, 'a')
      await enterEverywhere(database, change, 'b')
      expect(await apply()).toBeTruthy()
      expect(await entrances('a')).toEqual(left)
      expect(await entrances('b')).toEqual({ here: true, elsewhere: true, waiting: true, links: handedOut })
    },
  )

  test.each(changes)('%s takes back what the account has offered to others', async (_name, apply) => {
    await enterEverywhere(database, change, 'a')
    await enterEverywhere(database, change, 'b')
    const offers = createDeviceOffersStore(database, noQueue)
    for (const [owner, imei] of Object.entries({ a: '350000000000001', b: '350000000000002' })) {
      const id = await putTracker(database, now, { imei, owner })
      await offers.offer({ ...offerOf(owner), id })
    }
    expect(await apply()).toBeTruthy()
    expect(await offers.byToken(hashOf('offer of a'), now)).toBeNull()
    expect(await offers.byToken(hashOf('offer of b'), now)).not.toBeNull()
  })

  test.each(changes)(
    '%s prevents offering a device in a session that it ends, even if the offer was under way',
    async (...row) => {
      const [, apply] = row
      await enterEverywhere(database, change, 'a')
      const id = await putTracker(database, now, { imei: '350000000000001', owner: 'a' })
      expect(await apply()).toBeTruthy()
      expect(await createDeviceOffersStore(database, noQueue).offer({ ...offerOf('a'), id })).toBe('signed out')
      expect(await database.selectFrom('device_offers').selectAll().execute()).toEqual([])
    },
  )

  test.each(changes)(
    '%s ends a session before anything more is made in it, even if that was under way',
    async (...row) => {
      const [, apply] = row
      await enterEverywhere(database, change, 'a')
      const deviceId = await putTracker(database, now, { imei: '350000000000001', owner: 'a' })
      const theirs = { id: 'thief', userId: 'a', sessionId: 'a-elsewhere', at: now }
      const secret = Buffer.from('12345678901234567890')
      await createSecondFactorStore(database, noQueue, hooks).start('a', secret, now)
      expect(await apply()).toBeTruthy()
      expect(await createPasskeysStore(database, noQueue).add({ ...theirs, name: 'Dieb', key: passkey }, 5)).toBe(
        'signed out',
      )
      const share = { ...theirs, deviceId, recipient: 'Dieb', scopes: [], createdAt: now, endsAt: later(1440) }
      const made = { sessionId: theirs.sessionId, tokenHash: hashOf('share'), consentVersion: 1 }
      expect(await createSharesStore(database, noQueue).add(share, made)).toBe('signed out')
      const invitation = { ...theirs, deviceId, email: 'dieb@example.org', endsAt: later(1440) }
      expect(await createEmergencyContactsStore(database, noQueue).invite(invitation)).toEqual({
        outcome: 'signed out',
      })
      const factor = { ...theirs, secret, period: 1, codeHashes: [hashOf('code')] }
      expect(await createSecondFactorStore(database, noQueue, hooks).switchOn(factor)).toBe(false)
    },
  )

  test('a disabled account gets no session for a password that was checked before', async () => {
    await enterEverywhere(database, change, 'a')
    await disableAccount(database, hooks, 'a@example.org', { by: 'jemand', at: now })
    const session = { id: 's', userId: 'a', passwordHash: 'hash', tokenHash: hashOf('s'), client: '', at: now }
    expect(await sessions.createSession(session)).toBeNull()
  })

  test('proof of a former password changes nothing', async () => {
    await enterEverywhere(database, change, 'a')
    const stale = { userId: 'a', provenHash: 'former', at: now }
    expect(await change.changePassword({ ...stale, passwordHash: 'x', keptSessionId: 'a-here' })).toBe(false)
    expect(await change.askForEmailChange({ ...stale, sessionId: 'a-here', newEmail: 'x@example.org' })).toBe(false)
    expect(await entrances('a')).toMatchObject({ elsewhere: true, links: handedOut })
  })

  test.each([
    ['nowhere', null, { here: true, elsewhere: false }],
    ['in another browser of the account', 'a-elsewhere', { here: true, elsewhere: true }],
    ['in a browser of somebody else', 'b-elsewhere', { here: true, elsewhere: false }],
  ])(
    'the session in which a new address was given goes on when it is confirmed %s, and ends with the next change',
    async (_name, keptSessionId, left) => {
      await enterEverywhere(database, change, 'a')
      await enterEverywhere(database, change, 'b')
      const adoption = { tokenHash: hash('change-email'), email: 'neu-a@example.org', keptSessionId, at: now }
      expect(await change.adoptEmail(adoption)).not.toBeNull()
      expect(await entrances('a')).toMatchObject(left)
      expect(await entrances('b')).toMatchObject({ here: true, elsewhere: true })
      await change.changePassword({
        userId: 'a',
        provenHash: 'hash',
        passwordHash: 'new',
        keptSessionId: 'a-elsewhere',
        at: now,
      })
      expect(await entrances('a')).toMatchObject({ here: false })
    },
  )

  test('only one of many simultaneous callers uses an e-mailed link for a new password', async () => {
    await enterEverywhere(database, change, 'a')
    const uses = Array.from({ length: 8 }, () =>
      change.resetPassword({ tokenHash: hash('password-reset'), passwordHash: 'new', at: now }),
    )
    expect((await Promise.all(uses)).filter((email) => email !== null)).toEqual(['a@example.org'])
  })

  describe('the secret of a registration', () => {
    const secrets = () => database.selectFrom('registration_secrets').select('user_id').execute()
    const begin = async (id: string) => {
      await accounts.createAccount({
        id,
        email: `${id}@example.org`,
        passwordHash: 'hash',
        createdAt: now,
        registrationSecretHash: hashOf(`${id}-registration`),
      })
      const link = { userId: id, purpose: 'verify-email', email: `${id}@example.org`, createdAt: now } as const
      await createMailedTokensStore(database).createToken({ ...link, hash: hashOf(`${id}-link`), expiresAt: later(60) })
    }
    const confirm = (changed: { tokenHash?: Buffer; secretHash?: Buffer; at?: Date } = {}) =>
      confirmations.confirmHere({
        tokenHash: hashOf('a-link'),
        secretHash: hashOf('a-registration'),
        nextSecretHash: hashOf('a-confirmed'),
        at: later(1),
        ...changed,
      })
    const finish = (id: string) =>
      database.updateTable('users').set({ imei_verified_at: now }).where('id', '=', id).execute()
    const enter = (proof: string, at = later(2), userId = 'a') =>
      sessions.createSession({
        id: `session-${proof}`,
        userId,
        registrationSecretHash: hashOf(proof),
        tokenHash: hashOf(`session-${proof}`),
        client: '',
        at,
      })

    test('and the link of the e-mail together confirm password and address, and are changed for another secret', async () => {
      await begin('a')
      expect(await confirm()).toEqual({ email: 'a@example.org' })
      expect(await accounts.accountById('a')).toMatchObject({
        passwordConfirmed: true,
        emailVerified: true,
        passwordHash: 'hash',
      })
      expect(await secrets()).toEqual([{ user_id: 'a' }])
    })

    test('of another account, of an earlier day or used before confirms nothing, and uses nothing up', async () => {
      await begin('a')
      await begin('b')
      expect(await confirm({ secretHash: hashOf('b-registration') })).toBe('other-browser')
      expect(await confirm({ tokenHash: hashOf('b-link') })).toBe('other-browser')
      expect(await confirm({ tokenHash: hashOf('no link') })).toBe('ended')
      expect(await confirm({ at: later(61) })).toBe('ended')
      await database
        .updateTable('email_tokens')
        .set({ expires_at: later(3 * dayMinutes) })
        .execute()
      expect(await confirm({ at: later(dayMinutes) })).toBe('other-browser')
      expect(await accounts.accountById('a')).toMatchObject({ passwordConfirmed: false, emailVerified: false })
      expect(await confirm()).toEqual({ email: 'a@example.org' })
      expect(await confirm()).toBe('other-browser')
      expect(await confirm({ secretHash: hashOf('a-confirmed') })).toBe('other-browser')
    })

    test('is used by one of many simultaneous callers', async () => {
      await begin('a')
      const answers = await Promise.all(Array.from({ length: 8 }, () => confirm()))
      expect(answers.filter((answer) => answer === 'other-browser')).toHaveLength(7)
    })

    test('begins one session of a finished account once it was confirmed, and within a day', async () => {
      await begin('a')
      await begin('b')
      expect(await enter('a-registration')).toBeNull()
      await confirm()
      expect(await enter('a-confirmed')).toBeNull()
      await finish('a')
      await finish('b')
      expect(await enter('a-registration')).toBeNull()
      expect(await enter('a-confirmed', later(2), 'b')).toBeNull()
      expect(await enter('b-registration', later(2), 'b')).toBeNull()
      expect(await enter('a-confirmed', later(1 + dayMinutes))).toBeNull()
      expect(await enter('a-confirmed')).toEqual({ browser: 'first' })
      expect(await secrets()).toEqual([{ user_id: 'b' }])
      await sessions.endSession({ tokenHash: hashOf('session-a-confirmed') }, later(3))
      expect(await enter('a-confirmed')).toBeNull()
    })

    test('does not begin a session in place of a second factor', async () => {
      await begin('a')
      await confirm()
      await finish('a')
      await database
        .insertInto('second_factors')
        .values({
          user_id: 'a',
          secret: Buffer.from('12345678901234567890'),
          confirmed_at: now,
          created_at: now,
          last_period: null,
        })
        .execute()
      expect(await enter('a-confirmed')).toBeNull()
    })

    test.each<[string, () => Promise<unknown>]>([
      [
        'a password that the mailbox’s reader sets elsewhere',
        () =>
          confirmations.confirmPassword({
            tokenHash: hashOf('a-link'),
            passwordHash: 'theirs',
            keptSessionId: null,
            at: now,
          }),
      ],
      ['a disabled account', () => disableAccount(database, hooks, 'a@example.org', { by: 'jemand', at: now })],
      [
        'an account that the support sets back',
        () => unverifyAccount(database, 'a@example.org', { by: 'jemand', at: now }),
      ],
    ])('ends with %s', async (_name, apply) => {
      await begin('a')
      await begin('b')
      await apply()
      expect(await secrets()).toEqual([{ user_id: 'b' }])
    })
  })

  test('a new address is not adopted if somebody else has it by then, or another one was requested', async () => {
    await enterEverywhere(database, change, 'a')
    const adopt = () =>
      change.adoptEmail({ tokenHash: hash('change-email'), email: 'neu-a@example.org', keptSessionId: null, at: now })
    await accounts.createAccount({ id: 'c', email: 'NEU-a@example.org', passwordHash: 'hash', createdAt: now })
    expect(await adopt()).toBeNull()
    await enterEverywhere(database, change, 'd')
    const again = { userId: 'd', sessionId: 'd-here', provenHash: 'hash', at: now }
    await change.askForEmailChange({ ...again, newEmail: 'doch-lieber@example.org' })
    const older = { tokenHash: hashOf('d-change-email'), email: 'neu-d@example.org', keptSessionId: null, at: now }
    expect(await change.adoptEmail(older)).toBeNull()
  })

  test('if several accounts confirm the same new address at once, one gets it and the others are refused', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const id of ids) await enterEverywhere(database, change, id)
    const email = 'neu@example.org'
    await database.updateTable('users').set({ pending_email: email }).execute()
    await database.updateTable('email_tokens').set({ email }).where('purpose', '=', 'change-email').execute()
    const adoptions = ids.map((id) =>
      change.adoptEmail({ tokenHash: hashOf(`${id}-change-email`), email, keptSessionId: null, at: now }),
    )
    expect((await Promise.all(adoptions)).filter((adopted) => adopted !== null)).toHaveLength(1)
  })

  test('the note that e-mails bounced is deleted with the address they went to', async () => {
    await enterEverywhere(database, change, 'a')
    await database.insertInto('alarm_email_returns').values({ user_id: 'a', returned_at: now }).execute()
    expect(await accounts.accountById('a')).toMatchObject({ emailReturnedAt: now.toISOString() })
    const adoption = { tokenHash: hash('change-email'), email: 'neu-a@example.org', keptSessionId: null, at: now }
    await change.adoptEmail(adoption)
    expect(await accounts.accountById('a')).toMatchObject({ email: 'neu-a@example.org', emailVerified: true })
    expect(await accounts.accountById('a')).not.toHaveProperty('emailReturnedAt')
  })

  describe('„Das war ich nicht“', () => {
    const press = (token: string, at = now) =>
      securedAccounts.secureAccount({ tokenHash: hashOf(token), passwordHash: 'nobody’s', at })
    const mailed = (token: string, email: string, createdAt = now) =>
      createMailedTokensStore(database).createToken({
        hash: hashOf(token),
        userId: 'a',
        purpose: 'secure-account',
        email,
        createdAt,
        expiresAt: later(60),
      })
    /** As a person can who knows the password and reads the new mailbox. */
    const takeOver = async (newEmail: string, at = now) => {
      const { passwordHash: provenHash = '' } = (await accounts.accountById('a')) ?? {}
      await change.askForEmailChange({ userId: 'a', sessionId: 'a-here', provenHash, newEmail, at })
      const token = { hash: hashOf(newEmail), userId: 'a', purpose: 'change-email' as const, email: newEmail }
      await createMailedTokensStore(database).createToken({ ...token, createdAt: at, expiresAt: later(1440) })
      return change.adoptEmail({ tokenHash: hashOf(newEmail), email: newEmail, keptSessionId: null, at })
    }
    const emailNow = async () => (await accounts.accountById('a'))?.email

    test('makes the password unusable, and works once, however many press at once', async () => {
      await enterEverywhere(database, change, 'a')
      await mailed('another e-mail', 'a@example.org')
      const pressed = await Promise.all(Array.from({ length: 4 }, () => press('a-secure-account')))
      expect(pressed.filter((done) => done !== null)).toEqual([{ userId: 'a', email: 'a@example.org' }])
      expect(await accounts.accountById('a')).toMatchObject({ passwordHash: 'nobody’s' })
      // The link in every other e-mail to the same mailbox is used with it: its reader sees that it is done.
      expect(await press('another e-mail')).toBeNull()
      const links = await database
        .selectFrom('email_tokens')
        .selectAll()
        .where('purpose', '=', 'secure-account')
        .execute()
      expect(links.map(({ used_at }) => used_at)).toEqual([now, now])
    })

    test('ends what a thief has begun: a deletion, even a confirmed one, and shares of where the devices are', async () => {
      await enterEverywhere(database, change, 'a')
      const deviceId = await putTracker(database, now, { imei: '350000000000001', owner: 'a' })
      await database
        .updateTable('users')
        .set({ deletes_at: later(1440) })
        .where('id', '=', 'a')
        .execute()
      const deletion = { by_support: false, accepts_theft_loss: true, asked_at: now, confirmed_at: now }
      await database
        .insertInto('account_deletions')
        .values({ id: 'deletion', user_id: 'a', ...deletion, email_due: 'GRACE' })
        .execute()
      await database
        .insertInto('shares')
        .values({
          id: 'share',
          user_id: 'a',
          device_id: deviceId,
          recipient: 'Dieb',
          scopes: [],
          token_hash: hashOf('share'),
          created_at: now,
          ends_at: later(1440),
        })
        .execute()
      expect(await press('a-secure-account')).not.toBeNull()
      const { deletes_at } = await database
        .selectFrom('users')
        .select('deletes_at')
        .where('id', '=', 'a')
        .executeTakeFirstOrThrow()
      expect(deletes_at).toBeNull()
      expect(await database.selectFrom('account_deletions').select('ended_at').execute()).toEqual([{ ended_at: now }])
      expect(await database.selectFrom('shares').select('revoked_at').execute()).toEqual([{ revoked_at: now }])
    })

    test('forgets the browsers that were signed in: the next sign-in is reported and counted like a stranger’s', async () => {
      await enterEverywhere(database, change, 'a')
      const enter = (id: string, passwordHash: string) =>
        sessions.createSession({
          id,
          userId: 'a',
          passwordHash,
          tokenHash: hashOf(id),
          client: '',
          browserKey: 'own',
          at: now,
        })
      expect(await enter('owner', 'hash')).toEqual({ browser: 'new' })
      expect(await enter('thief', 'hash')).toEqual({ browser: 'known' })
      expect(await press('a-secure-account')).not.toBeNull()
      expect(await sessions.knownBrowser('a', 'own')).toBeNull()
      expect(await enter('thief again', 'nobody’s')).toEqual({ browser: 'new' })
    })

    test('withdraws the consent to the shares that it ends', async () => {
      await enterEverywhere(database, change, 'a')
      const deviceId = await putTracker(database, now, { imei: '350000000000001', owner: 'a' })
      const share = { id: 'share', userId: 'a', deviceId, recipient: 'Dieb', scopes: [], createdAt: now }
      const made = { sessionId: 'a-here', tokenHash: hashOf('share'), consentVersion: 1 }
      await createSharesStore(database, noQueue).add({ ...share, endsAt: later(1440) }, made)
      expect(await press('a-secure-account', later(1))).not.toBeNull()
      const said = await database.selectFrom('consents').select(['purpose', 'given', 'at']).orderBy('id').execute()
      expect(said.at(-1)).toEqual({ purpose: 'sharing', given: false, at: later(1) })
    })

    test.each(['waits', 'is under way', 'lies ready'])('discards a data export that %s', async (stage) => {
      await enterEverywhere(database, change, 'a')
      const exports = createDataExportStore(database)
      const taking = createTakenExportsStore(database)
      await exports.request({ id: 'export', userId: 'a', withoutPrivacyZones: false, at: now })
      const taken = stage === 'waits' ? null : await taking.take('worker', now)
      const piece = { number: 1, content: Buffer.from('abc') }
      const written = { percent: 90, step: 'RECORDS', stepName: null } as const
      if (taken !== null) await taking.add(taken, piece, written, now)
      if (taken !== null && stage === 'lies ready') {
        await taking.finish(taken, 3, { token: 'export', hash: hashOf('export') }, now)
        await createExportEmailsStore(database).beginEmail('export', hashOf('export'), now)
        expect(await exports.byToken(hashOf('export'), now)).toMatchObject({ id: 'export' })
      }
      expect(await press('a-secure-account', later(1))).not.toBeNull()
      expect(await exports.latest('a', later(1))).toBeNull()
      expect(await exports.piece('export', 1)).toBeNull()
      expect(await taking.take('another', later(1440))).toBeNull()
      if (taken !== null) await expect(taking.add(taken, { ...piece, number: 2 }, written, later(1))).rejects.toThrow()
      expect(await exports.byToken(hashOf('export'), later(1))).toBe(stage === 'lies ready' ? 'gone' : null)
    })

    test.each([
      ['goes if it was switched on after an e-mail to the mailbox', 5, 'a-secure-account', 'off'],
      ['goes by the link in a later e-mail, too: it uses up the earlier one', 5, 'later', 'off'],
      ['stays if it is older than all e-mails whose links still work', -5, 'a-secure-account', 'on'],
    ] as const)('a second factor %s', async (_name, minutesAfter, token, state) => {
      await enterEverywhere(database, change, 'a')
      await mailed('later', 'a@example.org', later(10))
      const factors = createSecondFactorStore(database, noQueue, hooks)
      const on = { userId: 'a', secret: Buffer.from('12345678901234567890'), period: 1, sessionId: 'a-here' }
      await factors.start('a', on.secret, now)
      await factors.switchOn({ ...on, codeHashes: [hashOf('recovery')], at: later(minutesAfter) })
      expect(await press(token, later(20))).not.toBeNull()
      expect((await factors.state('a')).onSince).toBe(state === 'on' ? later(minutesAfter).toISOString() : null)
      const codes = await database.selectFrom('recovery_codes').select('user_id').execute()
      expect(codes).toHaveLength(state === 'on' ? 1 : 0)
    })

    test('survives what a thief changes: the password, and the address', async () => {
      await enterEverywhere(database, change, 'a')
      const theft = { userId: 'a', provenHash: 'hash', passwordHash: 'thief’s', keptSessionId: 'a-here', at: now }
      expect(await change.changePassword(theft)).toBe(true)
      expect(await takeOver('dieb@example.org')).toEqual({ userId: 'a', formerEmail: 'a@example.org' })
      expect(await press('a-secure-account')).toEqual({ userId: 'a', email: 'a@example.org' })
      expect(await accounts.accountById('a')).toMatchObject({ email: 'a@example.org', passwordHash: 'nobody’s' })
    })

    test('cannot be undone or prevented by a thief, whose addresses came later', async () => {
      await enterEverywhere(database, change, 'a')
      await takeOver('dieb@example.org', later(1))
      await mailed('to the thief', 'dieb@example.org')
      await takeOver('dieb-2@example.org', later(2))
      await mailed('to the thief again', 'dieb-2@example.org')
      // The thief presses first.
      expect(await press('to the thief again', later(3))).not.toBeNull()
      await mailed('one more to the thief', 'dieb-2@example.org')
      expect(await press('a-secure-account', later(4))).toMatchObject({ email: 'a@example.org' })
      for (const token of ['to the thief', 'one more to the thief']) expect(await press(token, later(5))).toBeNull()
      expect(await mailed('late', 'dieb@example.org')).toBe(false)
      expect(await emailNow()).toBe('a@example.org')
    })

    test('takes an address back for eight days, in which nobody else can register it', async () => {
      await enterEverywhere(database, change, 'a')
      await takeOver('dieb@example.org')
      const squat = () =>
        accounts.createAccount({ id: 'squatter', email: 'A@example.org', passwordHash: '', createdAt: now })
      expect(await squat()).toBeNull()
      expect(await press('a-secure-account', later(8 * dayMinutes + 1))).toBeNull()
      await deleteOld(database, later(8 * dayMinutes + 1))
      expect(await squat()).not.toBeNull()
    })

    test('changes nothing when the address has become somebody else’s', async () => {
      await enterEverywhere(database, change, 'a')
      await takeOver('dieb@example.org')
      await insertUser(database, 'c', now)
      await database.updateTable('users').set({ email: 'A@EXAMPLE.org' }).where('id', '=', 'c').execute()
      expect(await press('a-secure-account')).toBe('taken')
      expect(await accounts.accountById('a')).toMatchObject({ email: 'dieb@example.org', passwordHash: 'hash' })
    })
  })

  test('each change is on the owner’s list, and what was refused is not', async () => {
    await enterEverywhere(database, change, 'a')
    await database.deleteFrom('activities').execute()
    const refused = { userId: 'a', provenHash: 'former', passwordHash: 'new', keptSessionId: 'a-here', at: now }
    await change.changePassword(refused)
    await change.changePassword({ ...refused, provenHash: 'hash' })
    await change.askForEmailChange({
      userId: 'a',
      sessionId: 'a-here',
      provenHash: 'new',
      newEmail: 'neu@example.org',
      at: now,
    })
    await securedAccounts.secureAccount({ tokenHash: hash('secure-account'), passwordHash: 'nobody’s', at: now })
    await disableAccount(database, hooks, 'a@example.org', { by: 'jemand', at: now })
    const rows = await database.selectFrom('activities').selectAll().orderBy('id').execute()
    expect(rows.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['password-changed', 'owner'],
      ['email-change-asked', 'owner'],
      ['account-secured', 'owner'],
      ['account-disabled', 'support'],
    ])
  })
})
