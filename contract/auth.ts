import * as z from 'zod/mini'
import { manyReads, type Rule } from '#contract/call-limit.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { sessionId, uploadId, userId } from '#contract/identity.ts'
import { limits } from '#contract/limits.ts'
import { instant } from '#contract/place.ts'
import { text } from '#contract/text.ts'

/**
 * The specification's "simple pattern": something, an at sign, a domain with a dot. It refuses what joins several addresses,
 * and invisible characters. No part can begin where another can go on, so it takes linear time.
 */
const unwritten = String.raw`\s@<>()[\]\\,;:"\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069`
const emailPattern = new RegExp(`^[^${unwritten}]+@[^.${unwritten}]+(?:\\.[^.${unwritten}]+)+$`)
const emailMessage = 'Bitte geben Sie eine gültige E-Mail-Adresse ein'

/**
 * A domain with other letters has two spellings, and one mailbox: the one with `xn--`, as browsers write it by themselves in
 * a field for addresses.
 */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  if (!/[^\0-\x7f]/.test(address.slice(at))) return address
  try {
    const url = new URL(`http://${address.slice(at)}`)
    return url.href === `http://${url.host}/` ? address.slice(0, at) + url.host : address
  } catch {
    // Not a domain that could be looked up: sending an e-mail to it will show that.
    return address
  }
}

export const email = z.string(emailMessage).check(
  z.trim(),
  z.maxLength(limits.account.emailLength, { error: 'Diese E-Mail-Adresse ist zu lang', abort: true }),
  // Without `abort`, so that a form still checks its other fields.
  z.regex(emailPattern, emailMessage),
  z.overwrite(withAsciiDomain),
)

export const newPassword = z
  .string('Passwort erforderlich')
  .check(
    z.minLength(limits.account.passwordMinLength, 'Passwort muss mindestens 6 Zeichen lang sein'),
    z.maxLength(limits.account.passwordMaxLength, 'Passwort ist zu lang'),
  )

/** A password as typed at login: only its presence is checked, so that the rule for new ones gives nothing away. */
export const typedPassword = z
  .string('Passwort erforderlich')
  .check(z.minLength(1, 'Passwort erforderlich'), z.maxLength(limits.account.passwordMaxLength, 'Passwort ist zu lang'))

export const user = z
  .object({
    id: userId,
    email: z.string(),
    createdAt: instant,
    emailVerified: z.boolean(),
    imeiVerified: z.boolean(),
    /** A new address that still waits for its confirmation. */
    pendingEmail: z.optional(z.string()),
    /** When the last letter of an alarm to this address came back; absent where none did. */
    emailReturnedAt: z.optional(instant),
    /** The picture of the vehicle, where there is one (`upload.show`). */
    pictureId: z.optional(uploadId),
    /** The demo world's account: everything it shows is sample data. */
    demo: z.boolean(),
  })
  .check(z.meta({ id: 'User' }))
export type User = z.output<typeof user>

export const credentials = z.object({ email, password: typedPassword })

/** The forms behind mailed links ask for the new password twice, too. */
export const passwordResetForm = z.object({ newPassword, confirmPassword: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwörter stimmen nicht überein',
  }),
)

/** The secret in a mailed link: 256 random bits, base64url. */
export const mailedToken = text(500, 'Dieser Link ist nicht vollständig.')

export const session = z
  .object({
    id: sessionId,
    createdAt: instant,
    lastUsedAt: instant,
    /** The browser's own words for itself, shortened. */
    client: z.string(),
    current: z.boolean(),
  })
  .check(z.meta({ id: 'Session' }))
export type Session = z.output<typeof session>

const loginRules = {
  /** Failures with one e-mail address from one network. */
  failures: {
    kind: 'login',
    max: limits.account.loginFailures,
    minutes: limits.account.loginWindowMinutes,
    growing: true,
  },
  // Only from networks where the account has never been signed in (`server/features/auth/sign-in-limits.ts`):
  account: { kind: 'login-account', max: limits.account.loginFailuresPerAccountPerHour, minutes: 60 },
  network: { kind: 'login-network', max: limits.account.loginFailuresPerNetworkPerHour, minutes: 60 },
  all: { kind: 'login-all', max: limits.account.loginFailuresPerMinute, minutes: 1 },
} as const satisfies Record<string, Rule>

/** E-mails that anybody can have sent to an address: not often to one address, and not many from one network. */
export const mailRules = (kind: string) =>
  ({
    email: { kind, max: 1, minutes: limits.account.resendCooldownSeconds / 60 },
    network: { kind: 'resend-address', max: limits.account.registrationsPerHour, minutes: 60 },
  }) satisfies Record<string, Rule>

export const auth = {
  login: endpoint('POST', '/api/auth/login', {
    access: 'public',
    limit: { rules: loginRules },
    summary: 'Anmelden. Das Token gehört in die Kopfzeile „Authorization: Bearer …“.',
    body: credentials,
    reply: z.object({ user, token: z.string() }),
    problems: ['UNAUTHORIZED', 'EMAIL_NOT_VERIFIED', 'IMEI_NOT_VERIFIED', 'ACCOUNT_DISABLED'],
  }),
  demo: endpoint('POST', '/api/auth/demo', {
    access: 'public',
    limit: { per: 'network', perMinute: limits.account.demoSessionsPerMinute },
    summary: 'Mit dem Demokonto anmelden, wenn die Demowelt eingeschaltet ist.',
    reply: z.object({ user, token: z.string() }),
    problems: ['NOT_FOUND'],
  }),
  logout: endpoint('POST', '/api/auth/logout', {
    access: 'public',
    limit: { per: 'network', perMinute: limits.calls.changesPerMinute },
    summary: 'Abmelden: Die Sitzung endet auf dem Server.',
    reply: nothing,
  }),
  passwordReset: endpoint('POST', '/api/auth/password-reset', {
    access: 'public',
    limit: { rules: mailRules('password-reset') },
    summary: 'Einen Link zum Setzen eines neuen Passworts anfordern; die Antwort verrät nicht, ob es das Konto gibt.',
    body: z.object({ email }),
    reply: nothing,
  }),
  passwordResetConfirm: endpoint('POST', '/api/auth/password-reset/confirm', {
    access: 'public',
    limit: { per: 'network', perMinute: limits.account.linksPerMinute },
    summary: 'Mit dem Token aus dem Link ein neues Passwort setzen; alle Sitzungen enden.',
    body: z.object({ token: mailedToken, newPassword }),
    reply: nothing,
    problems: ['TOKEN_INVALID', 'EXPIRED'],
  }),
  cancelEmailChange: endpoint('POST', '/api/auth/cancel-email-change', {
    access: 'public',
    limit: { per: 'network', perMinute: limits.account.linksPerMinute },
    summary:
      'Mit dem Token aus der Nachricht an die bisherige Adresse eine Änderung der E-Mail-Adresse abbrechen; alle Sitzungen enden.',
    body: z.object({ token: mailedToken }),
    reply: z.object({ email: z.string() }),
    problems: ['EMAIL_CHANGE_OVER'],
  }),
  profile: endpoint('GET', '/api/users/profile', {
    access: 'signed-in',
    limit: manyReads,
    summary: 'Das eigene Konto.',
    reply: z.object({ user }),
  }),
}
