import * as z from 'zod/mini'
import { recall, remember } from '#web/browser/remembered.ts'

/** The secret of a registration that was begun in this browser. */
const keptRegistration = z.object({
  email: z.string(),
  secret: z.string(),
  /** The password was confirmed by it: it is good for signing in once the account is finished. */
  confirmed: z.boolean(),
})
type KeptRegistration = z.output<typeof keptRegistration>

const name = 'registration'

/** The secret of this address at this stage; null where there is none. In all tabs: a mailed link opens another one. */
export function secretOf(email: string, stage: Pick<KeptRegistration, 'confirmed'>): string | null {
  const kept = recall(name, keptRegistration)
  const isIt = kept?.email.toLowerCase() === email.toLowerCase() && kept.confirmed === stage.confirmed
  return isIt ? kept.secret : null
}

export function keepRegistration(kept: KeptRegistration): void {
  remember(name, kept)
}

export function forgetRegistration(): void {
  remember(name, null)
}
