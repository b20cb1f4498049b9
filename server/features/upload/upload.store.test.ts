import { expect, test } from 'vitest'
import { hourMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createUploadStore } from './upload.store.ts'

const now = new Date('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs)

describeOnBothDatabases('uploaded pictures', (database) => {
  test('that nobody has chosen are deleted after a day, chosen ones stay', async () => {
    const store = createUploadStore(database)
    const user = { id: 'erika', email: 'erika@example.org', password_hash: '', created_at: now, demo: false }
    await database.insertInto('users').values(user).execute()
    for (const [id, hours] of [['chosen', 100] as const, ['forgotten', 25] as const, ['new', 23] as const])
      await store.keep({ id, userId: 'erika', picture: Buffer.from(id), at: hoursAgo(hours) })
    await database.updateTable('users').set({ picture_id: 'chosen' }).execute()
    await store.purge(now)
    const left = await database.selectFrom('uploads').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['chosen', 'new'])
  })
})
