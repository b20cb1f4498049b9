import { passwordTries } from '#contract/account.ts'
import type { Attempts } from '#server/db/attempts.ts'
import type { AccountsStore } from './accounts.store.ts'
import { Problem } from '#server/http/problem.ts'
import { verifyPassword } from '#server/secrets.ts'

export type PasswordProof = ReturnType<typeof createPasswordProof>

/** Asks signed-in users for their password again. Guesses are counted by account, wherever it is asked. */
export function createPasswordProof({
  accounts,
  attempts,
}: {
  accounts: Pick<AccountsStore, 'passwordHash'>
  attempts: Attempts
}) {
  /** @param field of the form that the password was typed into. */
  const wrong = (field: string) =>
    new Problem('PASSWORD_WRONG', { fields: { [field]: new Problem('PASSWORD_WRONG').message } })

  return {
    wrong,

    /**
     * The stored hash that matches the password. What follows is valid only while this is still the stored hash.
     * @throws {Problem} RATE_LIMITED, PASSWORD_WRONG.
     */
    async prove(userId: string, password: string, field: string): Promise<string> {
      const taken = await attempts.take(passwordTries, userId)
      if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
      const stored = await accounts.passwordHash(userId)
      if (!(await verifyPassword(stored, password))) throw wrong(field)
      await attempts.forget(passwordTries.kind, userId)
      return stored
    },
  }
}
