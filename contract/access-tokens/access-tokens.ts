import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { accessTokenId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { oneLine } from '#contract/base/text.ts'
import { tokenScopes } from '#contract/base/token-scope.ts'
import { accessTokensLimits as limits } from './access-tokens-limits.ts'

export const accessToken = z
  .object({
    id: accessTokenId,
    /** Which program has it, in its owner's words. */
    name: z.string(),
    scopes: z.array(z.enum(tokenScopes)),
    createdAt: instant,
    /** From then on it opens nothing. */
    expiresAt: instant,
    /** The last German day on which it was used: `2026-11-29`; null: never. */
    lastUsedOn: z.nullable(z.string()),
  })
  .check(z.meta({ id: 'AccessToken' }))
export type AccessToken = z.output<typeof accessToken>

const nameMessage = `Bitte nennen Sie das Programm mit höchstens ${limits.nameLength} Zeichen, etwa „Home Assistant“.`
const scopesMessage = 'Bitte wählen Sie, was das Programm darf.'
const daysMessage = `Ein Token gilt 1 bis ${limits.longestDays} Tage.`

/** What its owner enters. */
export const accessTokenEntry = z.object({
  name: oneLine(limits.nameLength, nameMessage, nameMessage).check(z.minLength(1, nameMessage)),
  scopes: z
    .array(z.enum(tokenScopes, scopesMessage), scopesMessage)
    .check(z.minLength(1, scopesMessage), z.maxLength(tokenScopes.length, scopesMessage)),
  days: z.int(daysMessage).check(z.gte(1, daysMessage), z.lte(limits.longestDays, daysMessage)),
})
export type AccessTokenEntry = z.output<typeof accessTokenEntry>

export const accessTokens = {
  list: endpoint('GET', '/api/access-tokens', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die Token des Kontos für Programme, das neueste zuerst; abgelaufene noch 30 Tage.',
    reply: z.object({ accessTokens: z.array(accessToken) }),
  }),
  make: endpoint('POST', '/api/access-tokens', {
    access: 'verified',
    stepUp: true,
    limit: { kind: 'access-token', per: 'caller', max: limits.madePerHour, minutes: 60 },
    summary: 'Ein Token für ein Programm anlegen. Es wird nur dieses eine Mal gezeigt.',
    status: 201,
    body: accessTokenEntry,
    reply: z.object({ accessToken, token: z.string() }),
    problems: ['ACCESS_TOKEN_LIMIT', 'DEMO_READ_ONLY'],
  }),
  revoke: endpoint('DELETE', '/api/access-tokens/:id', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Den Zugriff eines Programms sofort beenden.',
    params: z.object({ id: accessTokenId }),
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
}
