import { beforeEach, expect, test } from 'vitest'
import { accountDeletionLimits } from '#contract/account-deletion/account-deletion-limits.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases, emptyTables } from '#server/db/testing/databases.ts'
import { isDoneWithin } from '#server/db/testing/killed.ts'
import { hooks } from '#server/hooks.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { insertSession, insertUser } from '#server/testing/rows.ts'
import { type AccountDeletionStore, createAccountDeletionStore } from './account-deletion.store.ts'
import { createDeletionEmailsStore } from './deletion-emails.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const secretOf = (token: string) => ({ token, hash: hashOf(token) })
const expires_at = new Date(now.getTime() + accountDeletionLimits.linkHours * hourMs)

describeOnBothDatabases('the e-mail about a deletion', (database) => {
  const store = createAccountDeletionStore(database, hooks)
  const emails = createDeletionEmailsStore(database)
  let sessionId: string

  const putAnna = async () => {
    await insertUser(database, 'anna', now)
    sessionId = await insertSession(database, 'anna', now)
  }
  beforeEach(putAnna)

  const ask = (on: AccountDeletionStore, id = 'deletion') =>
    on.ask({ id, userId: 'anna', sessionId, acceptsTheftLoss: false, secret: secretOf(`confirms ${id}`), now })
  const deletions = () =>
    database
      .selectFrom('account_deletions')
      .select(['confirmed_at', 'token_hash', 'keep_token_hash', 'expires_at', 'email_due'])
      .orderBy('id')
      .execute()
  const messages = () =>
    database.selectFrom('messages').select(['about', 'user_id', 'words', 'state']).orderBy('about').execute()
  const email = (kind: string, words: string) => ({
    about: ['deletion', kind],
    user_id: 'anna',
    words,
    state: 'QUEUED',
  })
  const asked = {
    confirmed_at: null,
    token_hash: hashOf('confirms deletion'),
    keep_token_hash: null,
    expires_at,
    email_due: null,
  }

  test.each([
    {
      what: 'asked for',
      before: async () => undefined,
      act: (on: AccountDeletionStore) => ask(on),
      deletion: asked,
      added: email('LINK', 'confirms deletion'),
    },
    {
      what: 'confirmed',
      before: () => ask(store),
      act: (on: AccountDeletionStore) => on.confirm(hashOf('confirms deletion'), false, secretOf('keeps'), now),
      deletion: { ...asked, confirmed_at: now, keep_token_hash: hashOf('keeps') },
      added: email('GRACE', 'keeps'),
    },
    {
      what: 'begun by support',
      before: async () => undefined,
      act: (on: AccountDeletionStore) => on.begin({ id: 'deletion', userId: 'anna', secret: secretOf('keeps'), now }),
      deletion: {
        ...asked,
        confirmed_at: now,
        token_hash: null,
        keep_token_hash: hashOf('keeps'),
        expires_at: null,
      },
      added: email('GRACE', 'keeps'),
    },
  ])(
    'is there as soon as it is $what, or neither, whichever statement of it a process is killed at',
    async ({ before, act, deletion, added }) => {
      for (let [statements, isThrough] = [0, false]; !isThrough; statements += 1) {
        await emptyTables(database)
        await putAnna()
        await before()
        const found = { deletions: await deletions(), messages: await messages() }
        isThrough = await isDoneWithin(statements, database, (dying) => act(createAccountDeletionStore(dying, hooks)))
        if (isThrough) {
          expect([await deletions(), await emails.emailsDue(now)]).toEqual([[deletion], []])
          expect(await messages()).toContainEqual(added)
          expect(await messages()).toHaveLength(found.messages.length + 1)
        } else {
          expect({ deletions: await deletions(), messages: await messages() }, `killed at ${statements}`).toEqual(found)
        }
      }
    },
  )

  test('says nothing once another was asked for, or it was confirmed', async () => {
    const begin = (id: string) => emails.beginEmail(id, 'LINK', hashOf(`confirms ${id}`), now)
    await ask(store)
    expect(await begin('deletion')).toEqual({ kind: 'LINK' })
    await ask(store, 'second')
    expect([await begin('deletion'), await begin('second')]).toEqual([null, { kind: 'LINK' }])
    await store.confirm(hashOf('confirms second'), false, secretOf('keeps'), now)
    expect(await begin('second')).toBeNull()
  })

  test.each(['LINK', 'GRACE'] as const)('that a version before has noted (%s) is added here, once', async (kind) => {
    await ask(store)
    await database.deleteFrom('messages').execute()
    await database.updateTable('account_deletions').set({ token_hash: null, email_due: kind }).execute()
    const [due] = await emails.emailsDue(now)
    expect(due).toEqual({ id: 'deletion', userId: 'anna' })
    if (due !== undefined) await Promise.all(['a', 'b'].map((token) => emails.addEmail(due, secretOf(token), now)))
    expect(await messages()).toEqual([email(kind, expect.stringMatching(/^[ab]$/))])
    expect(await emails.emailsDue(now)).toEqual([])
  })
})
