import * as z from 'zod/mini'
import { manyReads, type Rule } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { sessionId, uploadId, userId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { text } from '#contract/base/text.ts'
import { accountLimits } from '#contract/account/account-limits.ts'
import { callsLimits } from '#contract/limits/calls-limits.ts'

/**
 * The specification's "simple pattern": something, an at sign, a domain with a dot. It refuses several addresses joined
 * together, and invisible characters. No part can begin where another can continue, so it takes linear time.
 */
const unwritten = String.raw`\s@<>()[\]\\,;:"\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069`
const emailPattern = new RegExp(`^[^${unwritten}]+@[^.${unwritten}]+(?:\\.[^.${unwritten}]+)+$`)
const emailMessage = 'Bitte geben Sie eine gültige E-Mail-Adresse ein'

/**
 * Of an address with other letters one spelling: what is before the at sign in NFC (RFC 6532, section 3.1), and the domain with
 * `xn--`, as browsers write it in a field for addresses.
 */
function inOneSpelling(typed: string): string {
  const address = typed.normalize('NFC')
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

/** As somebody types it who has an account. */
export const knownEmail = z.string(emailMessage).check(
  z.trim(),
  z.maxLength(accountLimits.emailLength, { error: 'Diese E-Mail-Adresse ist zu lang', abort: true }),
  // Without `abort`, so that a form still checks its other fields.
  z.regex(emailPattern, emailMessage),
  z.overwrite(inOneSpelling),
)

/** An address to which e-mails are to be sent from now on. */
export const email = knownEmail.check(
  z.refine((address) => localBytes(address) <= accountLimits.emailLocalBytes, {
    error: `Diese E-Mail-Adresse ist zu lang: Vor dem @ dürfen höchstens ${accountLimits.emailLocalBytes} Zeichen stehen`,
  }),
)

function localBytes(address: string): number {
  return new TextEncoder().encode(address.slice(0, address.lastIndexOf('@'))).length
}

export const newPassword = z
  .string('Passwort erforderlich')
  .check(
    z.minLength(accountLimits.passwordMinLength, 'Passwort muss mindestens 6 Zeichen lang sein'),
    z.maxLength(accountLimits.passwordMaxLength, 'Passwort ist zu lang'),
  )

/** A password as typed at login: only its presence is checked, so that the rule for new passwords reveals nothing. */
export const typedPassword = z
  .string('Passwort erforderlich')
  .check(z.minLength(1, 'Passwort erforderlich'), z.maxLength(accountLimits.passwordMaxLength, 'Passwort ist zu lang'))

/** A code of the account's app, or a recovery code, as it is typed. */
export const secondFactorCode = z
  .string('Code erforderlich')
  .check(z.minLength(1, 'Code erforderlich'), z.maxLength(accountLimits.codeLength, 'Dieser Code ist zu lang'))

/** What `signOutWords` says, of a session's token. */
export const signOutKey = z.string().check(z.regex(/^[\da-f]{64}$/))

export const user = z
  .object({
    id: userId,
    email: z.string(),
    createdAt: instant,
    emailVerified: z.boolean(),
    imeiVerified: z.boolean(),
    /** A new address that is still pending. */
    pendingEmail: z.optional(z.string()),
    /** When the last e-mail of an alarm to this address came back; absent if none did. */
    emailReturnedAt: z.optional(instant),
    /** When the account will be deleted, unless its owner keeps it; absent if it will not. */
    deletesAt: z.optional(instant),
    /** The picture of the vehicle, if there is one (`upload.show`). */
    pictureId: z.optional(uploadId),
    /** The demo world's account: everything it shows is sample data. */
    demo: z.boolean(),
  })
  .check(z.meta({ id: 'User' }))
export type User = z.output<typeof user>

export const credentials = z.object({ email: knownEmail, password: typedPassword })

/** A random text that a browser keeps, by which it is recognised at the next sign-in. */
export const browserKey = z.string().check(z.regex(/^[\w-]{22,64}$/))

/** The forms behind e-mailed links ask for the new password twice, too. */
export const passwordResetForm = z.object({ newPassword, confirmPassword: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwörter stimmen nicht überein',
  }),
)

/** The secret in an e-mailed link: 256 random bits, base64url. */
export const mailedToken = text(500, 'Dieser Link ist nicht vollständig.')

export const session = z
  .object({
    id: sessionId,
    createdAt: instant,
    lastUsedAt: instant,
    /** The browser's own name for itself, shortened. */
    client: z.string(),
    current: z.boolean(),
  })
  .check(z.meta({ id: 'Session' }))
export type Session = z.output<typeof session>

/**
 * Wrong codes of one account, wherever they are asked for and from whatever network. A right password takes none back: who
 * knows it must not guess 6 digits for as long as they like.
 */
export const codeTries = {
  kind: 'second-factor-code',
  max: accountLimits.loginFailures,
  minutes: accountLimits.wrongCodesMinutes,
  growing: true,
} as const satisfies Rule

/**
 * Failures are counted for those from whom they come, never for the account alone or for all together: strangers could use
 * that up (`docs/decisions/0068-strangers-lock-nobody-out.md`).
 */
const loginRules = {
  /** With one e-mail address from one network. */
  account: {
    kind: 'login',
    max: accountLimits.loginFailuresPerAccountAndNetwork,
    minutes: accountLimits.loginPauseMinutes,
  },
  /** From one network. */
  network: {
    kind: 'login-network',
    max: accountLimits.loginFailuresPerNetworkPerMinute,
    minutes: 1,
    pauseMinutes: accountLimits.loginPauseMinutes,
  },
  /** From a browser that was signed in to the account before, instead of both. */
  browser: {
    kind: 'login-browser',
    max: accountLimits.loginFailures,
    minutes: accountLimits.loginWindowMinutes,
    growing: true,
  },
} as const satisfies Record<string, Rule>

/** The passwords of a network that had a failure within the hour are hashed after all others. */
export const loginFailuresOfLate = { kind: loginRules.network.kind, max: 1, minutes: 60 } as const satisfies Rule

/** E-mails that anybody can have sent to an address: not often to one address, and not many from one network. */
export const mailRules = (kind: string) =>
  ({
    email: { kind, max: 1, minutes: accountLimits.resendCooldownSeconds / 60 },
    network: { kind: 'resend-address', max: accountLimits.registrationsPerHour, minutes: 60 },
  }) satisfies Record<string, Rule>

export const auth = {
  login: endpoint('POST', '/api/auth/login', {
    access: 'public',
    limit: { rules: { ...loginRules, codes: codeTries } },
    summary: 'Anmelden, in zwei Schritten mit `code`. Das Token gehört in die Kopfzeile „Authorization: Bearer …“.',
    body: z.extend(credentials, {
      code: z.optional(secondFactorCode),
      browserKey: z.optional(browserKey),
    }),
    reply: z.object({ user, token: z.string() }),
    problems: [
      'UNAUTHORIZED',
      'PASSWORDS_BUSY',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'EMAIL_NOT_VERIFIED',
      'IMEI_NOT_VERIFIED',
      'ACCOUNT_DISABLED',
    ],
  }),
  demo: endpoint('POST', '/api/auth/demo', {
    access: 'public',
    limit: { per: 'network', perMinute: accountLimits.demoSessionsPerMinute },
    summary: 'Mit dem Demokonto anmelden, wenn die Demowelt eingeschaltet ist.',
    reply: z.object({ user, token: z.string() }),
    problems: ['NOT_FOUND'],
  }),
  logout: endpoint('POST', '/api/auth/logout', {
    access: 'public',
    limit: { per: 'network', perMinute: callsLimits.changesPerMinute },
    summary: 'Abmelden: Die Sitzung endet auf dem Server.',
    reply: nothing,
  }),
  logoutLater: endpoint('POST', '/api/auth/logout-later', {
    access: 'public',
    limit: { per: 'network', perMinute: callsLimits.changesPerMinute },
    repeat: 'again',
    summary:
      'Eine Abmeldung nachholen, die ohne Netz geschah: Der Schlüssel beendet die Sitzung, aus der er stammt, und kann sonst nichts.',
    body: z.object({ key: signOutKey }),
    reply: nothing,
  }),
  passwordReset: endpoint('POST', '/api/auth/password-reset', {
    access: 'public',
    limit: { rules: mailRules('password-reset') },
    summary: 'Einen Link zum Setzen eines neuen Passworts anfordern; die Antwort verrät nicht, ob es das Konto gibt.',
    body: z.object({ email: knownEmail }),
    reply: nothing,
  }),
  passwordResetConfirm: endpoint('POST', '/api/auth/password-reset/confirm', {
    access: 'public',
    limit: { per: 'network', perMinute: accountLimits.linksPerMinute },
    summary: 'Mit dem Token aus dem Link ein neues Passwort setzen; alle Sitzungen enden.',
    body: z.object({ token: mailedToken, newPassword }),
    reply: nothing,
    problems: ['TOKEN_INVALID', 'EXPIRED', 'PASSWORD_TOO_COMMON', 'PASSWORDS_BUSY'],
  }),
  secureAccount: endpoint('POST', '/api/auth/secure-account', {
    access: 'public',
    limit: { per: 'network', perMinute: accountLimits.linksPerMinute },
    summary:
      '„Das war ich nicht“, mit dem Token aus einer Nachricht über das Konto: Alle Sitzungen und laufenden Änderungen enden, eine neue E-Mail-Adresse wird zurückgenommen, und ein neues Passwort muss gesetzt werden.',
    body: z.object({ token: mailedToken }),
    reply: z.object({ email: z.string() }),
    problems: ['TOKEN_NOT_FOUND', 'ALREADY_USED', 'EXPIRED', 'EMAIL_EXISTS', 'PASSWORDS_BUSY'],
  }),
  profile: endpoint('GET', '/api/users/profile', {
    access: 'signed-in',
    limit: manyReads,
    summary: 'Das eigene Konto.',
    reply: z.object({ user }),
  }),
}
