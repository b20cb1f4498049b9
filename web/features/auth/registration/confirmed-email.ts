import * as z from 'zod/mini'
import { recall, remember } from '#web/browser/remembered.ts'

/** An address that the server has confirmed to this tab. */
const confirmedEmail = z.object({
  email: z.string(),
  /** The token of the link that was opened here, until the password is set with it. */
  token: z.nullable(z.string()),
})
type ConfirmedEmail = z.output<typeof confirmedEmail>

const name = 'confirmedEmail'

/** What this tab knows of an address; null if nothing says that it is confirmed. */
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
