import * as z from 'zod/mini'
import { accountProblems } from '#contract/account/account-problems.ts'
import { emailChange } from '#contract/account/account.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { generalErrors } from '#web/texts/general.ts'

/** The change-e-mail form of the account that has this address now: another one, and the password. */
export function emailChangeForm(currentEmail: string) {
  const current = currentEmail.toLowerCase()
  return emailChange.check(
    z.refine(({ newEmail }) => newEmail.toLowerCase() !== current, {
      path: ['newEmail'],
      error: accountProblems.EMAIL_UNCHANGED.message,
    }),
  )
}

/** The problem in the server's words, or in the dialogue's own if the server said nothing. */
export function accountProblem(error: unknown, fallback: string): string {
  return isCallProblem(error) && !wordless.has(error.message) ? error.message : fallback
}

/** What the browser says about an answer without a message. */
const wordless: ReadonlySet<string> = new Set([generalErrors.UNKNOWN_ERROR, generalErrors.HTTP_ERROR])

/** What the server said about single fields of the change-e-mail form. */
export function emailFieldProblems(error: unknown): Record<string, string> {
  if (isCallProblem(error, 'EMAIL_UNCHANGED')) return { newEmail: error.message }
  return isCallProblem(error) ? error.fields : {}
}
