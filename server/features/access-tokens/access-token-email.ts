import type { TokenScope } from '#contract/base/token-scope.ts'
import { tokenScopeWords } from '#domain/access-tokens/scope-words.ts'
import { germanDay } from '#domain/time/fix-time.ts'
import type { Email } from '#server/mail/mailer.ts'
import { securityEmail, type Way } from '#server/mail/security-emails.ts'

/** To the owner of an account in which a token was made. Somebody else may have made it. */
export function accessTokenEmail(
  { name, scopes, expiresAt }: { name: string; scopes: readonly TokenScope[]; expiresAt: Date },
  way: Way,
): Email {
  const allowed = scopes.map((scope) => tokenScopeWords[scope]).join('; ')
  return securityEmail(
    {
      subject: 'Ein Programm hat Zugriff auf Ihr Konto',
      said: [
        `in Ihrem Konto bei Wegwarte wurde ein Token für „${name}“ angelegt. Wer es hat, darf bis zum ${germanDay(expiresAt)}: ${allowed}.`,
        'Beenden können Sie das jederzeit unter „Konto“, „Zugriff für Programme“.',
      ],
    },
    way,
  )
}
