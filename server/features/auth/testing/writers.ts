import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, now, days, minutes } from '#server/db/testing/writer.ts'
import {
  askForEmailChange,
  disableAccount,
  enableAccount,
  resendVerification,
  unverifyAccount,
} from '#server/features/auth/account-support.store.ts'
import { createAccountsStore } from '#server/features/auth/accounts.store.ts'
import { createCredentialsStore } from '#server/features/auth/credentials.store.ts'
import { createMailedTokensStore } from '#server/features/auth/mailed-tokens.store.ts'
import { createPasswordConfirmationsStore } from '#server/features/auth/registration/password-confirmations.store.ts'
import { createSecuredAccountsStore } from '#server/features/auth/secured-accounts.store.ts'
import { createSessionListStore } from '#server/features/auth/session-list.store.ts'
import { createSessionsStore } from '#server/features/auth/sessions.store.ts'
import { haveSecondFactor } from '#server/features/second-factor/testing/writers.ts'
import { hooks } from '#server/hooks.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const authWriters: WorldPart = {
  put: putSessions,

  writers: [
    { name: 'a login', write: login },
    {
      name: 'a logout',
      write: (on) => createSessionsStore(on, noQueue).endSession({ tokenHash: hashOf('session of anna') }, now),
    },
    { name: 'the end of sessions and links', write: (on) => createAccountsStore(on, noQueue).purge(days(400)) },
    { name: 'a link to a new password', write: resetLink },
    { name: 'a change of password', write: changePassword },
    {
      name: 'a new password by link',
      write: (on) =>
        createCredentialsStore(on, noQueue, hooks).resetPassword({ ...link('reset'), passwordHash: 'reset' }),
    },
    {
      name: 'a change of e-mail confirmed',
      write: (on) =>
        createCredentialsStore(on, noQueue, hooks).adoptEmail({
          ...link('change'),
          email: 'new@example.org',
          keptSessionId: null,
        }),
    },
    {
      name: 'an account secured',
      prepare: (on) => haveSecondFactor(on, minutes(1)),
      write: (on) =>
        createSecuredAccountsStore(on, noQueue, hooks).secureAccount({ ...link('secure'), passwordHash: 'secured' }),
    },
    { name: 'an account enabled', write: (on) => enableAccount(on, 'anna@example.org', { by: 'jemand', at: now }) },
    {
      name: 'an account disabled',
      write: (on) => disableAccount(on, hooks, 'anna@example.org', { by: 'jemand', at: now }),
    },
    { name: 'a login with a passkey', write: loginWithPasskey },
    {
      name: 'a registration confirmed in its own browser',
      write: (on) =>
        createPasswordConfirmationsStore(on, hooks).confirmHere({
          ...link('verify'),
          secretHash: hashOf('begun'),
          nextSecretHash: hashOf('next'),
        }),
    },
    {
      name: 'a session begun by the secret of a registration',
      prepare: (on) => on.updateTable('users').set({ password_confirmed_at: now }).where('id', '=', 'anna').execute(),
      write: (on, id) =>
        createSessionsStore(on, noQueue).createSession({
          id,
          userId: 'anna',
          registrationSecretHash: hashOf('confirmed'),
          tokenHash: hashOf(id),
          client: '',
          at: now,
        }),
    },
    {
      name: 'an account set back by the support',
      write: (on) => unverifyAccount(on, 'anna@example.org', { by: 'jemand', at: now }),
    },
    {
      name: 'another address asked for by the support',
      write: (on, id) =>
        askForEmailChange(on, { id, email: 'anna@example.org', newEmail: 'moved@example.org', by: 'Kim', at: now }),
    },
    {
      name: 'a verification sent again by the support',
      write: (on, id) => resendVerification(on, { id, email: 'carla@example.org', by: 'Kim', at: now }),
    },
    { name: 'a session ended', write: (on) => createSessionListStore(on).endSession('anna', 'session-anna', now) },
  ],
}

async function putSessions(database: Database): Promise<void> {
  for (const userId of ['anna', 'bert']) {
    for (const name of ['', ' other']) {
      await createSessionsStore(database, noQueue).createSession({
        id: `session-${userId}${name}`,
        userId,
        passwordHash: '',
        tokenHash: hashOf(`session${name} of ${userId}`),
        client: '',
        at: now,
      })
    }
    await createCredentialsStore(database, noQueue, hooks).askForEmailChange({
      userId,
      sessionId: `session-${userId}`,
      provenHash: '',
      newEmail: 'new@example.org',
      at: now,
    })
  }
  for (const [name, purpose] of [
    ['reset', 'password-reset'],
    ['change', 'change-email'],
    ['secure', 'secure-account'],
  ] as const) {
    await createMailedTokensStore(database).createToken({
      hash: hashOf(name),
      userId: 'anna',
      purpose,
      email: purpose === 'change-email' ? 'new@example.org' : 'anna@example.org',
      createdAt: now,
      expiresAt: days(1),
    })
  }
  await putRegistrations(database)
}

/** A finished account whose browser may still be signed in, and one whose registration has just begun. */
async function putRegistrations(database: Database): Promise<void> {
  const carla = { id: 'carla', email: 'carla@example.org', passwordHash: '', createdAt: now }
  await createAccountsStore(database, noQueue).createAccount({ ...carla, registrationSecretHash: hashOf('begun') })
  await createMailedTokensStore(database).createToken({
    hash: hashOf('verify'),
    userId: 'carla',
    purpose: 'verify-email',
    email: carla.email,
    createdAt: now,
    expiresAt: days(1),
  })
  await database
    .insertInto('registration_secrets')
    .values({ user_id: 'anna', secret_hash: hashOf('confirmed'), created_at: now })
    .execute()
}

const link = (name: string) => ({ tokenHash: hashOf(name), at: now })

function login(database: Database, id: string) {
  const session = {
    id,
    userId: 'anna',
    passwordHash: '',
    tokenHash: hashOf(id),
    client: '',
    at: now,
  }
  return createSessionsStore(database, noQueue).createSession(session)
}

function loginWithPasskey(database: Database, id: string) {
  const session = { id, userId: 'anna', passkeyId: 'passkey', tokenHash: hashOf(id), client: '', at: now }
  return createSessionsStore(database, noQueue).createSession(session)
}

function resetLink(database: Database, id: string) {
  const token = {
    hash: hashOf(id),
    userId: 'anna',
    purpose: 'password-reset' as const,
    email: 'anna@example.org',
  }
  return createMailedTokensStore(database).createToken({ ...token, createdAt: now, expiresAt: days(1) })
}

function changePassword(database: Database) {
  const change = { userId: 'anna', provenHash: '', passwordHash: 'changed', keptSessionId: 'session-anna', at: now }
  return createCredentialsStore(database, noQueue, hooks).changePassword(change)
}
