import * as z from 'zod/mini'
import { email, mailedToken, mailRules, newPassword, user } from '#contract/auth.ts'
import { claimCode } from '#contract/claim-code.ts'
import type { Rule } from '#contract/call-limit.ts'
import { endpoint } from '#contract/endpoint.ts'
import { deviceId } from '#contract/identity.ts'
import { limits } from '#contract/limits.ts'
import { text } from '#contract/text.ts'

/** The form asks for the password twice; only the first is sent. */
export const registrationForm = z.object({ email, password: newPassword, confirmPassword: z.string() }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwörter stimmen nicht überein',
  }),
)

const imeiRules = {
  /** Of an e-mail address at a network address (specification, section 9). */
  account: { kind: 'imei', max: limits.account.imeiAttemptsPerHour, minutes: 60 },
  /** Of an e-mail address, from wherever it is tried. */
  email: { kind: 'imei-email', max: limits.account.imeiAttemptsPerEmailPerHour, minutes: 60 },
  network: { kind: 'imei-address', max: limits.account.imeiAttemptsPerAddressPerHour, minutes: 60 },
} as const satisfies Record<string, Rule>

/** From an address to an account that can be signed in to. */
export const registration = {
  register: endpoint('POST', '/api/auth/register', {
    access: 'public',
    limit: { kind: 'registration', per: 'network', max: limits.account.registrationsPerHour, minutes: 60 },
    summary: 'Ein Konto anlegen; der Bestätigungslink kommt per E-Mail.',
    body: z.object({ email, password: newPassword }),
    status: 201,
    reply: z.object({ user }),
    problems: ['EMAIL_EXISTS'],
  }),
  verifyEmail: endpoint('GET', '/api/auth/verify-email', {
    access: 'public',
    limit: { per: 'network', perMinute: limits.account.linksPerMinute },
    summary: 'Die E-Mail-Adresse mit dem Token aus dem Link bestätigen.',
    query: z.object({ token: mailedToken }),
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
  confirmPassword: endpoint('POST', '/api/auth/confirm-password', {
    repeat: 'again',
    access: 'public',
    limit: { per: 'network', perMinute: limits.account.linksPerMinute },
    summary:
      'Mit dem Token aus dem Link das Passwort des neuen Kontos festlegen oder bestätigen, bis es mit der IMEI abgeschlossen ist; auch mit einem schon benutzten Link.',
    body: z.object({ token: mailedToken, password: newPassword }),
    reply: z.object({ email: z.string() }),
    problems: ['TOKEN_INVALID', 'ALREADY_USED', 'EXPIRED'],
  }),
  verifyImei: endpoint('POST', '/api/auth/verify-imei', {
    access: 'public',
    limit: { rules: imeiRules },
    summary: 'Den Kauf mit der IMEI eines Geräts nachweisen.',
    // Any text is let through: a wrong form is an answer of its own, with the attempts that remain.
    body: z.object({ email, imei: text(100, 'IMEI muss genau 15 Ziffern enthalten'), claimCode }),
    // No more of the device than its buyer holds in the hand: this call needs no session.
    reply: z.object({
      device: z.object({ id: deviceId, imei: z.string(), deviceModel: z.string() }),
      remainingAttempts: z.number(),
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
