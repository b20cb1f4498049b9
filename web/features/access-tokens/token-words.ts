import type { AccessToken } from '#contract/access-tokens/access-tokens.ts'
import type { TokenScope } from '#contract/base/token-scope.ts'
import { tokenScopeWords } from '#domain/access-tokens/scope-words.ts'
import { germanDay } from '#domain/time/fix-time.ts'
import { dayInWords } from '#domain/time/days.ts'
import { accessTokensTexts as texts } from './texts.ts'

/** What a token lets its program do, until when, and when it last did. */
export function tokenInWords({ scopes, expiresAt, lastUsedOn }: AccessToken, now: Date) {
  const end = new Date(expiresAt)
  const isValid = end > now
  return {
    isValid,
    allowed: scopes.map((scope) => tokenScopeWords[scope]).join('; '),
    validity: isValid ? texts.until(germanDay(end)) : texts.expired(germanDay(end)),
    use: lastUsedOn === null ? texts.unused : texts.used(dayInWords(lastUsedOn)),
  }
}

/** A call that a token with these scopes opens, for a shell; null where none only reads. */
export function exampleCall(origin: string, scopes: readonly TokenScope[]): string | null {
  const path = examplePaths.find(({ scope }) => scopes.includes(scope))?.path
  return path === undefined ? null : `curl -H "Authorization: Bearer $TOKEN" ${origin}${path}`
}

const examplePaths: readonly { scope: TokenScope; path: string }[] = [
  { scope: 'DEVICES', path: '/api/devices' },
  { scope: 'POSITIONS', path: '/api/tracking/latest/KENNUNG' },
  { scope: 'ALARMS', path: '/api/alarms/KENNUNG' },
]
