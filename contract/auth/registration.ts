import * as z from 'zod/mini'
import { browserKey, email, knownEmail, mailedToken, mailRules, newPassword, user } from './auth.ts'
import { claimCode } from '#contract/devices/claim-code.ts'
import type { Rule } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { deviceId } from '#contract/base/identity.ts'
import { text } from '#contract/base/text.ts'
import { accountLimits } from '#contract/account/account-limits.ts'

/** The form asks for the password twice; only the first is sent. */
export const registrationForm = z.object({ email, password: newPassword, confirmPassword: z.string() }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwörter stimmen nicht überein',
  }),
)

const imeiRules = {
  /** Of an e-mail address from a network address (specification, section 9). */
  account: { kind: 'imei', max: accountLimits.imeiAttemptsPerHour, minutes: 60 },
  /** Of an e-mail address, from anywhere; a network's first try is not refused by it. */
  email: { kind: 'imei-email', max: accountLimits.imeiAttemptsPerEmailPerHour, minutes: 60 },
  network: { kind: 'imei-address', max: accountLimits.imeiAttemptsPerAddressPerHour, minutes: 60 },
} as const satisfies Record<string, Rule>

/** Made by the server for the browser in which an account is registered: 256 random bits, base64url. */
const registrationSecret = z.string('Bitte geben Sie Ihr Passwort ein.').check(z.regex(/^[\w-]{43}$/))

/** From a network address, for an account that can be signed in to. */
export const registration = {
  register: endpoint('POST', '/api/auth/register', {
    access: 'public',
    limit: { kind: 'registration', per: 'network', max: accountLimits.registrationsPerHour, minutes: 60 },
    summary: 'Ein Konto anlegen; der Bestätigungslink kommt per E-Mail.',
    body: z.object({ email, password: newPassword }),
    status: 201,
    // Absent from a server of the version before.
    reply: z.object({ user, registrationSecret: z.optional(registrationSecret) }),
    problems: ['EMAIL_EXISTS', 'PASSWORD_TOO_COMMON', 'PASSWORDS_BUSY'],
  }),
  verifyEmail: endpoint('GET', '/api/auth/verify-email', {
    access: 'public',
    limit: { per: 'network', perMinute: accountLimits.linksPerMinute },
    summary: 'Die E-Mail-Adresse mit dem Token aus dem Link bestätigen.',
    query: z.object({ token: mailedToken }),
    // Whether anything is left to do: users who confirm a changed address have registered a device long ago.
    reply: z.object({ email: z.string(), imeiVerified: z.boolean() }),
    problems: ['TOKEN_INVALID', 'TOKEN_NOT_FOUND', 'ALREADY_USED', 'EXPIRED'],
  }),
  resendVerification: endpoint('POST', '/api/auth/resend-verification', {
    access: 'public',
    limit: { rules: mailRules('resend') },
    summary: 'Den Bestätigungslink noch einmal schicken; die Antwort verrät nicht, ob es das Konto gibt.',
    body: z.object({ email: knownEmail }),
    reply: z.object({ cooldownSeconds: z.number() }),
  }),
  confirmPassword: endpoint('POST', '/api/auth/confirm-password', {
    repeat: 'again',
    access: 'public',
    limit: { per: 'network', perMinute: accountLimits.linksPerMinute },
    summary:
      'Mit dem Token aus dem Link das Passwort des neuen Kontos festlegen oder bestätigen, bis es mit der IMEI abgeschlossen ist; auch mit einem schon benutzten Link.',
    body: z.object({ token: mailedToken, password: newPassword }),
    reply: z.object({ email: z.string() }),
    problems: ['TOKEN_INVALID', 'ALREADY_USED', 'EXPIRED', 'PASSWORD_TOO_COMMON', 'PASSWORDS_BUSY'],
  }),
  confirmHere: endpoint('POST', '/api/auth/confirm-registration', {
    access: 'public',
    limit: { per: 'network', perMinute: accountLimits.linksPerMinute },
    summary:
      'In dem Browser, in dem das Konto registriert wurde, dessen Passwort bestätigen: mit dem Token aus dem Link und dem Geheimnis der Registrierung. Es gilt einmal; das neue wird mit der IMEI zu einer Sitzung.',
    body: z.object({ token: mailedToken, registrationSecret }),
    reply: z.object({ email: z.string(), registrationSecret }),
    problems: ['TOKEN_INVALID', 'ALREADY_USED', 'EXPIRED', 'OTHER_BROWSER'],
  }),
  verifyImei: endpoint('POST', '/api/auth/verify-imei', {
    access: 'public',
    limit: { rules: imeiRules },
    summary: 'Den Kauf mit der IMEI eines Geräts nachweisen.',
    // Any text is allowed: a wrong form has an answer of its own, with the remaining attempts.
    body: z.object({
      email: knownEmail,
      imei: text(100, 'IMEI muss genau 15 Ziffern enthalten'),
      claimCode,
      /** Of the browser in which the password was confirmed (`confirmHere`), which is signed in by it. */
      registrationSecret: z.optional(registrationSecret),
      browserKey: z.optional(browserKey),
    }),
    // No more about the device than its buyer can see on it: this call needs no session.
    reply: z.object({
      device: z.object({ id: deviceId, imei: z.string(), deviceModel: z.string() }),
      remainingAttempts: z.number(),
      /** Only for a browser that has shown a valid secret. */
      session: z.optional(z.object({ user, token: z.string() })),
    }),
    problems: [
      'INVALID_FORMAT',
      'IMEI_NOT_FOUND',
      'EMAIL_NOT_VERIFIED',
      'PASSWORD_NOT_CONFIRMED',
      'ALREADY_ASSIGNED',
      'DEVICE_LIMIT_REACHED',
      'RATE_LIMIT_EXCEEDED',
    ],
  }),
}
