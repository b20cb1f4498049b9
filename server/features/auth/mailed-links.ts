import type { Clock } from '#server/clock.ts'
import { createSecret } from '#server/secrets.ts'
import type { AuthStore, TokenPurpose } from './auth.store.ts'

export type MailedLinks = ReturnType<typeof createMailedLinks>

const hourMs = 60 * 60_000

/** Makes what e-mails about an account lead to. A token is made when its e-mail is written, and stored only hashed. */
export function createMailedLinks({
  store,
  clock,
  publicUrl,
}: {
  store: Pick<AuthStore, 'createToken'>
  clock: Pick<Clock, 'now'>
  publicUrl: string
}) {
  return {
    /** A page of ours. */
    to(path: string, query: Record<string, string> = {}): string {
      const search = new URLSearchParams(query).toString()
      return `${publicUrl}${path}${search === '' ? '' : `?${search}`}`
    },

    /** A token that works for so many hours; null when the account no longer has, or waits for, that address. */
    async token(userId: string, email: string, purpose: TokenPurpose, hours: number): Promise<string | null> {
      const { token, hash } = createSecret()
      const createdAt = clock.now()
      const expiresAt = new Date(createdAt.getTime() + hours * hourMs)
      return (await store.createToken({ hash, userId, purpose, email, createdAt, expiresAt })) ? token : null
    },
  }
}
