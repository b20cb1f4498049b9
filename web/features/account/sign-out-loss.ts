import { countKept } from '#web/api/offline/outbox.ts'
import { askUser } from '#web/ui/text/alert.ts'
import { signOutTexts } from './sign-out-texts.ts'

/**
 * Asks whether what waits may be lost by signing out of a session of which it is not known whose it is; true if nothing waits.
 * The browser asks: what draws a dialogue comes from the server that does not answer.
 */
export async function mayLoseChanges(): Promise<boolean> {
  const waiting = await countKept().catch(() => 0)
  return waiting === 0 || askUser(signOutTexts.lost(waiting))
}
