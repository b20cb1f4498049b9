import * as z from 'zod/mini'
import { email, newPassword, session, typedPassword, user } from '#contract/auth/auth.ts'
import { manyChanges, manyReads, type Rule } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { sessionId, uploadId } from '#contract/base/identity.ts'
import { accountLimits } from './account-limits.ts'
import { dayMinutes } from '#contract/base/time-units.ts'

export const emailChange = z.object({ newEmail: email, password: typedPassword })
export const passwordChange = z.object({ currentPassword: typedPassword, newPassword })

/** The form asks for the new password twice; only the first is sent. */
export const passwordChangeForm = z
  .object({ currentPassword: typedPassword, newPassword, confirmPassword: z.string() })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      path: ['confirmPassword'],
      error: 'Die neuen Passwörter stimmen nicht überein',
    }),
  )

/** Guessing the password in a session left open must not be faster than at the login. */
export const passwordTries = {
  kind: 'account-password',
  max: accountLimits.loginFailures,
  minutes: accountLimits.loginWindowMinutes,
  growing: true,
} as const satisfies Rule

const emailChanges = {
  kind: 'email-change',
  max: accountLimits.emailChangesPerDay,
  minutes: dayMinutes,
} as const satisfies Rule

export const account = {
  changeProfile: endpoint('PUT', '/api/user/profile', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Das Bild des Fahrzeugs wählen, eines der hochgeladenen, oder ohne sein (null). Das vorige wird gelöscht.',
    body: z.object({ pictureId: z.nullable(uploadId) }),
    reply: z.object({ user }),
    problems: ['NOT_FOUND', 'FORBIDDEN', 'DEMO_READ_ONLY'],
  }),
  changeEmail: endpoint('POST', '/api/user/change-email', {
    access: 'signed-in',
    limit: { rules: { password: passwordTries, change: emailChanges } },
    summary:
      'Die E-Mail-Adresse ändern: Sie gilt, sobald der Link an die neue Adresse geöffnet wurde. Mit Anmeldung in zwei Schritten muss die Sitzung dazu frisch bestätigt sein.',
    body: emailChange,
    reply: z.object({ user }),
    problems: ['PASSWORD_WRONG', 'PASSWORDS_BUSY', 'STEP_UP_REQUIRED', 'EMAIL_UNCHANGED', 'DEMO_READ_ONLY'],
  }),
  changePassword: endpoint('POST', '/api/user/change-password', {
    access: 'signed-in',
    limit: { rules: { password: passwordTries } },
    summary:
      'Das Passwort ändern; alle anderen Sitzungen enden. Mit Anmeldung in zwei Schritten muss die Sitzung dazu frisch bestätigt sein.',
    body: passwordChange,
    reply: nothing,
    problems: ['PASSWORD_WRONG', 'PASSWORD_TOO_COMMON', 'PASSWORDS_BUSY', 'STEP_UP_REQUIRED', 'DEMO_READ_ONLY'],
  }),
  sessions: endpoint('GET', '/api/user/sessions', {
    access: 'signed-in',
    limit: manyReads,
    summary: 'Wo das Konto angemeldet ist.',
    reply: z.array(session),
  }),
  endOtherSessions: endpoint('DELETE', '/api/user/sessions', {
    repeat: 'again',
    access: 'signed-in',
    limit: manyChanges,
    summary: 'Alle eigenen Sitzungen bis auf diese beenden.',
    reply: nothing,
    problems: ['DEMO_READ_ONLY'],
  }),
  endSession: endpoint('DELETE', '/api/user/sessions/:id', {
    repeat: 'until-gone',
    access: 'signed-in',
    limit: manyChanges,
    summary: 'Eine eigene Sitzung beenden.',
    params: z.object({ id: sessionId }),
    reply: nothing,
    problems: ['NOT_FOUND'],
  }),
}
