import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { hooks } from '#server/hooks.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { noQueue, refusingQueue } from '#server/jobs/testing/no-queue.ts'
import { credentialChangeMail, emailChangeMail, emailChangeNotice } from '#server/mail/credential-mails.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { createAccountsStore } from './accounts.store.ts'
import { newBrowserMail, passwordResetMail, verificationMail } from './auth-mails.ts'
import { createCredentialsStore } from './credentials.store.ts'
import { createSecuredAccountsStore } from './secured-accounts.store.ts'
import { createMailedTokensStore, type TokenPurpose } from './mailed-tokens.store.ts'
import { createSessionsStore } from './sessions.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const anna = { userId: 'anna', email: 'anna@example.org' }
const newEmail = 'neu@example.org'

describeOnBothDatabases(
  'e-mails about an account are queued with what they are about, or neither is there:',
  (database, connection) => {
    const link = async (purpose: TokenPurpose, email = anna.email) => {
      const expiresAt = new Date(now.getTime() + minuteMs)
      const token = { hash: hashOf(purpose), userId: 'anna', purpose, email, createdAt: now, expiresAt }
      await createMailedTokensStore(database).createToken(token)
      return { tokenHash: hashOf(purpose), at: now }
    }
    const session = (id: string, client: string) => {
      const of = { userId: 'anna', tokenHash: hashOf(id), passwordHash: 'hash', at: now }
      return { id, client, ...of }
    }
    const change = { userId: 'anna', sessionId: 'here', keptSessionId: 'here', provenHash: 'hash', at: now }

    beforeEach(async () => {
      const account = { id: 'anna', email: anna.email, passwordHash: 'hash', createdAt: now }
      await createAccountsStore(database, noQueue).createAccount(account)
    })

    test('the first one of an account', async () => {
      const account = { id: 'bert', email: 'bert@example.org', passwordHash: 'hash', createdAt: now }
      await expectQueued(connection, (queue) => createAccountsStore(database, queue).createAccount(account), [
        verificationMail,
        { userId: 'bert' },
      ])
    })

    test('one with the link to confirm the address, once more, until the account is finished', async () => {
      const again = (email: string) =>
        expectQueued(connection, (queue) => createAccountsStore(database, queue).mailVerification(email), [
          verificationMail,
          { userId: 'anna' },
        ])
      await again('ANNA@example.org')
      await createAccountsStore(database, refusingQueue).mailVerification('nobody@example.org')
      await database.updateTable('users').set({ email_verified_at: now, imei_verified_at: now }).execute()
      await createAccountsStore(database, refusingQueue).mailVerification(anna.email)
    })

    test('one with the link to another password, but not for the demo', async () => {
      await expectQueued(connection, (queue) => createAccountsStore(database, queue).mailPasswordReset(anna.email), [
        passwordResetMail,
        { userId: 'anna' },
      ])
      await database.updateTable('users').set({ demo: true }).execute()
      await createAccountsStore(database, refusingQueue).mailPasswordReset(anna.email)
    })

    test('a sign-in from a new browser, and from no other', async () => {
      const { createSession } = createSessionsStore(database, refusingQueue)
      expect(await createSession(session('first', 'Firefox'))).toEqual({ browser: 'first' })
      expect(await createSession(session('known', 'Firefox'))).toEqual({ browser: 'known' })
      await expectQueued(
        connection,
        (queue) => createSessionsStore(database, queue).createSession(session('new', 'Chrome')),
        [newBrowserMail, { ...anna, client: 'Chrome', at: now.toISOString() }],
      )
    })

    test('a changed password', () =>
      expectQueued(
        connection,
        (queue) => createCredentialsStore(database, queue, hooks).changePassword({ ...change, passwordHash: 'new' }),
        [credentialChangeMail, { ...anna, change: 'password' }],
      ))

    test('a password that was set by a link', async () => {
      const reset = { ...(await link('password-reset')), passwordHash: 'new' }
      await expectQueued(connection, (queue) => createCredentialsStore(database, queue, hooks).resetPassword(reset), [
        credentialChangeMail,
        { ...anna, change: 'password' },
      ])
    })

    test('another address that was asked for, to it and to the present one', () =>
      expectQueued(
        connection,
        (queue) => createCredentialsStore(database, queue, hooks).askForEmailChange({ ...change, newEmail }),
        [emailChangeMail, { userId: 'anna', newEmail }],
        [emailChangeNotice, { ...anna, newEmail }],
      ))

    test('another address that was confirmed, to the former one', async () => {
      await createCredentialsStore(database, noQueue, hooks).askForEmailChange({ ...change, newEmail })
      const adoption = { ...(await link('change-email', newEmail)), email: newEmail, keptSessionId: null }
      await expectQueued(connection, (queue) => createCredentialsStore(database, queue, hooks).adoptEmail(adoption), [
        credentialChangeMail,
        { ...anna, change: 'email' },
      ])
    })

    test('a secured account, whose owner needs a password', async () => {
      const securing = { ...(await link('secure-account')), passwordHash: 'nobody’s' }
      await expectQueued(
        connection,
        (queue) => createSecuredAccountsStore(database, queue, hooks).secureAccount(securing),
        [passwordResetMail, { userId: 'anna' }],
      )
    })
  },
)
