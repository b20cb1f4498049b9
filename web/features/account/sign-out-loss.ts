import { countKept } from '#web/api/outbox.ts'
import { signOutTexts } from './sign-out-texts.ts'

/** What would be lost by signing out of a session of which it is not known whose it is, in words; null if nothing. */
export async function signOutLoss(): Promise<string | null> {
  const waiting = await countKept()
  return waiting === 0 ? null : signOutTexts.lost(waiting)
}
