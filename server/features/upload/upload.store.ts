import type { Database } from '#server/db/database.ts'

export type UploadStore = ReturnType<typeof createUploadStore>

export function createUploadStore(database: Database) {
  return {
    async keep(upload: { id: string; userId: string; picture: Buffer; at: Date }): Promise<void> {
      const { id, userId, picture, at } = upload
      await database.insertInto('uploads').values({ id, user_id: userId, picture, created_at: at }).execute()
    },

    async find(id: string): Promise<{ userId: string; picture: Buffer } | null> {
      const row = await database
        .selectFrom('uploads')
        .select(['user_id', 'picture'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : { userId: row.user_id, picture: row.picture }
    },
  }
}
