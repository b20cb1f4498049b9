import { accessTokensLimits, accessTokensServerLimits } from '#contract/access-tokens/access-tokens-limits.ts'
import type { TokenScope } from '#contract/base/token-scope.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bytes,
  instant,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  texts,
  theirs,
} from '#server/db/schema/register.ts'

export type AccessTokensTables = Rows<typeof accessTokensRegister>

export const accessTokensRegister = register(
  {
    id: 'access-tokens',
    group: 'account',
    title: 'Zugriff für Programme',
    what: 'Welchem Programm Sie bis wann welchen Zugriff geben und an welchem Tag es ihn zuletzt benutzt hat; das Token nur als Hash.',
    purpose: 'damit Programme, die Sie benutzen, Ihre Daten bekommen',
    basis: { article: 'b' },
    kept: `Bis Sie den Zugriff beenden, sonst bis ${days(accessTokensServerLimits.expiredDays)} nach seinem Ablauf. Er gilt höchstens ${days(accessTokensLimits.longestDays)} und endet auch, wenn Sie Passwort oder E-Mail-Adresse ändern.`,
    seenBy: 'Das Programm, dem Sie das Token geben, und wer es betreibt: was Sie ihm erlauben.',
  },
  {
    /** Tokens with which programs read what their owner lets them. */
    access_tokens: table(
      {
        part: 'Zugriff für Programme',
        whose: theirs,
        order: ['created_at', 'id'],
        kept: { days: accessTokensServerLimits.expiredDays, by: 'expires_at' },
      },
      {
        id: text().not(reasons.inner),
        user_id: owner,
        /** Of the program, in its owner's words. */
        name: text().is('Programm'),
        scopes: texts<TokenScope>().is('Was'),
        token_hash: bytes().not(reasons.hash),
        created_at: instant().is('Angelegt'),
        expires_at: instant().is('Gilt bis'),
        /** A day in Germany, `2026-11-29`: a time would be a write for each call, and a diary of the program. */
        last_used_on: text().orNull.is('Zuletzt benutzt am'),
      },
    ),
  },
)
