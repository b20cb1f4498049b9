import * as z from 'zod/mini'
import { manyReads, type Rule } from '#contract/call-limit.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { deviceId, sessionId, uploadId, userId } from '#contract/identity.ts'
import { limits } from '#contract/limits.ts'
import { instant } from '#contract/place.ts'
import { text } from '#contract/text.ts'

/**
 * The specification's "simple pattern": something, an at sign, a domain with a dot. Without what writes several addresses
 * into one, and without characters that nobody sees. No part can begin where another can go on, so it takes linear time.
 */
const unwritten = String.raw`\s@<>()[\]\\,;:"\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069`
const emailPattern = new RegExp(`^[^${unwritten}]+@[^.${unwritten}]+(?:\\.[^.${unwritten}]+)+$`)
const emailMessage = 'Bitte geben Sie eine gültige E-Mail-Adresse ein'

export const email = z
  .string(emailMessage)
  .check(
    z.trim(),
    z.maxLength(limits.account.emailLength, { error: 'Diese E-Mail-Adresse ist zu lang', abort: true }),
    z.regex(emailPattern, emailMessage),
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
export const registration = z.object({ email, password: newPassword })

/** The form asks for the password twice; only the first is sent. */
export const registrationForm = z.object({ email, password: newPassword, confirmPassword: z.string() }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwörter stimmen nicht überein',
  }),
)

/** The form behind the mailed link asks for the new password twice, too. */
export const passwordResetForm = z.object({ newPassword, confirmPassword: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwörter stimmen nicht überein',
  }),
)

/** The secret in a mailed link: 256 random bits, base64url. */
const token = text(500, 'Dieser Link ist nicht vollständig.')

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
  /** Of an e-mail address at a network address. */
  failures: {
    kind: 'login',
    max: limits.account.loginFailures,
    minutes: limits.account.loginWindowMinutes,
    growing: true,
  },
} as const satisfies Record<string, Rule>

const imeiRules = {
  /** Of an e-mail address at a network address (specification, section 9). */
  account: { kind: 'imei', max: limits.account.imeiAttemptsPerHour, minutes: 60 },
  /** Of an e-mail address, from wherever it is tried. */
  email: { kind: 'imei-email', max: limits.account.imeiAttemptsPerEmailPerHour, minutes: 60 },
  network: { kind: 'imei-address', max: limits.account.imeiAttemptsPerAddressPerHour, minutes: 60 },
} as const satisfies Record<string, Rule>

/** E-mails that anybody can have sent to an address: to each now and then, and from a network not to many. */
const mailRules = (kind: string) =>
  ({
    email: { kind, max: 1, minutes: limits.account.resendCooldownSeconds / 60 },
    network: { kind: 'resend-address', max: limits.account.registrationsPerHour, minutes: 60 },
  }) satisfies Record<string, Rule>

export const auth = {
  register: endpoint('POST', '/api/auth/register', {
    access: 'public',
    limit: { kind: 'registration', per: 'network', max: limits.account.registrationsPerHour, minutes: 60 },
    summary: 'Ein Konto anlegen; der Bestätigungslink kommt per E-Mail.',
    body: registration,
    status: 201,
    reply: z.object({ user }),
    problems: ['EMAIL_EXISTS'],
  }),
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
    summary: 'Abmelden: die Sitzung endet auf dem Server.',
    reply: nothing,
  }),
  verifyEmail: endpoint('GET', '/api/auth/verify-email', {
    access: 'public',
    limit: { per: 'network', perMinute: limits.account.linksPerMinute },
    summary: 'Die E-Mail-Adresse mit dem Token aus dem Link bestätigen.',
    query: z.object({ token }),
    // Whether anything is left to do: who has confirmed a changed address has registered a device long ago.
    reply: z.object({ email: z.string(), imeiVerified: z.boolean() }),
    problems: ['TOKEN_INVALID', 'TOKEN_NOT_FOUND', 'ALREADY_USED', 'EXPIRED'],
  }),
  resendVerification: endpoint('POST', '/api/auth/resend-verification', {
    access: 'public',
    limit: { rules: mailRules('resend') },
    summary: 'Den Bestätigungslink noch einmal schicken; die Antwort verrät nicht, ob es das Konto gibt.',
    body: z.object({ email }),
    reply: z.object({ cooldownSeconds: z.number() }),
  }),
  verifyImei: endpoint('POST', '/api/auth/verify-imei', {
    access: 'public',
    limit: { rules: imeiRules },
    summary: 'Den Kauf mit der IMEI eines Geräts nachweisen.',
    // Any text is let through: a wrong form is an answer of its own, with the attempts that remain.
    body: z.object({ email, imei: text(100, 'IMEI muss genau 15 Ziffern enthalten') }),
    // No more of the device than its buyer holds in the hand: this call needs no session.
    reply: z.object({
      device: z.object({ id: deviceId, imei: z.string(), deviceModel: z.string() }),
      remainingAttempts: z.number(),
    }),
    problems: [
      'INVALID_FORMAT',
      'IMEI_NOT_FOUND',
      'EMAIL_NOT_VERIFIED',
      'ALREADY_ASSIGNED',
      'DEVICE_LIMIT_REACHED',
      'RATE_LIMIT_EXCEEDED',
    ],
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
    body: z.object({ token, newPassword }),
    reply: nothing,
    problems: ['TOKEN_INVALID', 'EXPIRED'],
  }),
  cancelEmailChange: endpoint('POST', '/api/auth/cancel-email-change', {
    access: 'public',
    limit: { per: 'network', perMinute: limits.account.linksPerMinute },
    summary:
      'Mit dem Token aus der Nachricht an die bisherige Adresse eine Änderung der E-Mail-Adresse abbrechen; alle Sitzungen enden.',
    body: z.object({ token }),
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
