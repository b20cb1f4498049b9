import { accountLimits } from '#contract/account/account-limits.ts'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { dayMs, hourMs } from '#contract/base/time-units.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Way } from '#server/mail/security-emails.ts'
import { createSecret } from '#server/platform/secrets.ts'
import type { MailedTokensStore, TokenPurpose } from './mailed-tokens.store.ts'

const secureLinkHours = accountLimits.secureLinkDays * (dayMs / hourMs)

export type MailedLinks = ReturnType<typeof createMailedLinks>

/** Makes the links in e-mails about an account. A token is made when its e-mail is written, and only its hash is stored. */
export function createMailedLinks({
  tokens,
  clock,
  publicUrl,
}: {
  tokens: Pick<MailedTokensStore, 'createToken'>
  clock: Pick<Clock, 'now'>
  publicUrl: string
}) {
  const newToken = async (
    link: { userId: string; email: string; purpose: TokenPurpose; createdAt: Date; alarmId?: string },
    hours: number,
  ): Promise<string | null> => {
    const { token, hash } = createSecret()
    const expiresAt = new Date(clock.now().getTime() + hours * hourMs)
    return (await tokens.createToken({ ...link, hash, expiresAt })) ? token : null
  }

  const links = {
    /** A page of the product. */
    to(path: string, query: Record<string, string> = {}): string {
      const search = new URLSearchParams(query).toString()
      return `${publicUrl}${path}${search === '' ? '' : `?${search}`}`
    },

    /**
     * „Das war ich nicht“, with no link if the address is neither the account's nor was until recently; and the support.
     * @param reported when what the e-mail reports happened, where that is known: a second factor from later may go.
     */
    async wayOut(userId: string, email: string, reported = clock.now()): Promise<Way> {
      const token = await newToken({ userId, email, purpose: 'secure-account', createdAt: reported }, secureLinkHours)
      const secureLink = token === null ? null : links.to('/secure-account', { token })
      return { secureLink, supportLink: links.to('/support') }
    },

    /** A token that is valid for this many hours; null if the address is no longer the account's present or pending one. */
    token: (
      userId: string,
      email: string,
      purpose: Exclude<TokenPurpose, 'own-ride'>,
      hours: number,
    ): Promise<string | null> => newToken({ userId, email, purpose, createdAt: clock.now() }, hours),

    /** „Das bin ich“: answers an alarm. Null if the address is no longer the account's. */
    async ownRide({
      userId,
      email,
      alarmId,
    }: {
      userId: string
      email: string
      alarmId: string
    }): Promise<string | null> {
      const link = { userId, email, alarmId, purpose: 'own-ride', createdAt: clock.now() } as const
      const token = await newToken(link, alarmsLimits.answerHours)
      // Behind the #, which no browser sends to a server.
      return token === null ? null : `${links.to('/own-ride')}#${token}`
    },
  }
  return links
}
