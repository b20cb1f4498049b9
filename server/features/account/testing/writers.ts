import { type WorldPart, now } from '#server/db/testing/writer.ts'
import { createAccountStore } from '#server/features/account/account.store.ts'
import { hooks } from '#server/hooks.ts'

export const accountWriters: WorldPart = {
  async put(database) {
    for (const id of ['picture-1', 'picture-2']) {
      const picture = { id, user_id: 'anna', picture: Buffer.from(id), created_at: now }
      await database.insertInto('uploads').values(picture).execute()
    }
    await createAccountStore(database, hooks).choosePicture('bert', null)
  },

  writers: [
    { name: 'a picture chosen', write: (on) => createAccountStore(on, hooks).choosePicture('anna', 'picture-2') },
  ],
}
