import { expect, test } from 'vitest'
import { type Hooks, inOrder } from './hooks.ts'
import { inTransaction } from './locks.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'

const at = new Date('2026-11-21T12:00:00Z')
const of = { userId: 'anna', formerHolder: 'owner' } as const

describeOnBothDatabases('what follows an event', (database) => {
  const notes = (kind: string): Partial<Hooks> => ({
    async credentialsChanged(writing, { userId }) {
      await writing.insertInto('attempts').values({ kind, subject: userId, at }).execute()
    },
  })
  const noted = async () => {
    const rows = await database.selectFrom('attempts').select(['kind', 'subject']).orderBy('id').execute()
    return rows.map(({ kind, subject }) => `${kind} ${subject}`)
  }
  const happens = (all: readonly Partial<Hooks>[]) =>
    inTransaction(database, {}, (transaction) => inOrder(all).credentialsChanged(transaction, of))

  test('is done in the order of the list, by those who have something to do', async () => {
    await happens([notes('first'), {}, notes('second')])
    expect(await noted()).toEqual(['first anna', 'second anna'])
  })

  test('is not there if one of them cannot do it', async () => {
    const fails = { credentialsChanged: () => Promise.reject(new Error('no')) }
    await expect(happens([notes('first'), fails, notes('second')])).rejects.toThrow('no')
    expect(await noted()).toEqual([])
  })
})
