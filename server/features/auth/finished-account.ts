import type { Writing } from '#server/db/transactions/locks.ts'

export type FinishAccount = typeof finishAccount

/** False if the account was finished before. The account is held, so nobody else can finish it meanwhile. */
export async function finishAccount(
  writing: Writing,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const finished = await writing
    .updateTable('users')
    .set({ imei_verified_at: now })
    .where('id', '=', userId)
    .where('imei_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}
