import * as z from 'zod/mini'
import { recall, remember } from '#web/kit/remembered.ts'

/** An address of which this tab has learned from the server that it is confirmed. */
const confirmedEmail = z.object({
  email: z.string(),
  /** Of the link that was opened here, until the password is set by it. */
  token: z.nullable(z.string()),
})
type ConfirmedEmail = z.output<typeof confirmedEmail>

const name = 'confirmedEmail'

/** What this tab knows of an address; null where nothing says that it is confirmed. */
export function confirmedEmailOf(email: string): ConfirmedEmail | null {
  const known = recall(name, confirmedEmail, 'tab')
  return known?.email.toLowerCase() === email.toLowerCase() ? known : null
}

export function rememberConfirmedEmail(known: ConfirmedEmail): void {
  remember(name, known, 'tab')
}

export function forgetConfirmedEmail(): void {
  remember(name, null, 'tab')
}
