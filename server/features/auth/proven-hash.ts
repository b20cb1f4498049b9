import type { QueueSlot } from '#server/platform/fair-queue.ts'
import { checkPassword } from '#server/platform/passwords.ts'
import type { AccountsStore } from './accounts.store.ts'

/**
 * The stored hash that matches a password as typed, or null. A hash of another spelling has been replaced before it returns.
 * @param account null if there is none, or if it has no password: the answer takes as long.
 * @throws {Problem} PASSWORDS_BUSY.
 */
export async function provenHash(
  accounts: Pick<AccountsStore, 'passwordHash' | 'renewPasswordHash'>,
  account: { id: string; passwordHash: string } | null,
  typed: string,
  place: QueueSlot,
): Promise<string | null> {
  const check = await checkPassword(account?.passwordHash ?? null, typed, place)
  if (account === null || !check.right) return null
  if (check.renewed === null) return account.passwordHash
  if (await accounts.renewPasswordHash(account.id, account.passwordHash, check.renewed)) return check.renewed
  // Another sign-in was faster, or the password has just been changed.
  const present = await accounts.passwordHash(account.id)
  return (await checkPassword(present, typed, place)).right ? present : null
}
