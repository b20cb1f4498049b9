import type { SecondFactorCheck } from '#server/features/second-factor/second-factor-check.ts'
import { Problem } from '#server/http/problem.ts'

/**
 * Asks for the second factor, if the account has one. Returns whether it was given.
 * @param step.tried the sign-in as it was counted: without a code it is not a failure, with a wrong one it is.
 * @throws {Problem} SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG, RATE_LIMITED.
 */
export async function askForSecondFactor(
  check: SecondFactorCheck,
  { userId, code, tried }: { userId: string; code: string | undefined; tried: { undo(): Promise<void> } },
): Promise<boolean> {
  if (!(await check.isOn(userId))) return false
  if (code === undefined) {
    await tried.undo()
    throw new Problem('SECOND_FACTOR_REQUIRED')
  }
  await check.prove(userId, code)
  return true
}
