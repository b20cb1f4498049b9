import { passwordTries } from '#contract/account/account.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import type { AccountsStore } from './accounts.store.ts'
import { provenHash } from './proven-hash.ts'
import { Problem } from '#server/http/problem.ts'
import { takeAttempt } from '#server/platform/take-attempt.ts'

export type PasswordProof = ReturnType<typeof createPasswordProof>

/** Asks signed-in users for their password again. Guesses are counted by account, wherever it is asked. */
export function createPasswordProof({
  accounts,
  attempts,
}: {
  accounts: Pick<AccountsStore, 'passwordHash' | 'renewPasswordHash'>
  attempts: Attempts
}) {
  /** @param field of the form that the password was typed into. */
  const wrong = (field: string) =>
    new Problem('PASSWORD_WRONG', { fields: { [field]: new Problem('PASSWORD_WRONG').message } })

  return {
    wrong,

    /**
     * The stored hash that matches the password. What follows is valid only while this is still the stored hash.
     * @throws {Problem} RATE_LIMITED, PASSWORDS_BUSY, PASSWORD_WRONG.
     */
    async prove(userId: string, password: string, field: string): Promise<string> {
      const taken = await takeAttempt(attempts, passwordTries, userId)
      const stored = { id: userId, passwordHash: await accounts.passwordHash(userId) }
      const place = { line: userId, first: true }
      const proven = await provenHash(accounts, stored, password, place).catch(async (error: unknown) => {
        await taken.undo()
        throw error
      })
      if (proven === null) throw wrong(field)
      await attempts.forget(passwordTries.kind, userId)
      return proven
    },
  }
}
