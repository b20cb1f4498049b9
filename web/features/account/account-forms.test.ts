import { describe, expect, test } from 'vitest'
import { passwordChangeForm } from '#contract/account/account.ts'
import { problems } from '#contract/base/problem.ts'
import { browserProblem } from '#web/api/calls/call-problem.ts'
import { problemOfAnswer } from '#web/api/calls/problem-of-answer.ts'
import { accountProblem, emailChangeForm, emailFieldProblems } from './account-forms.ts'

describe('a new e-mail address', () => {
  test.each([
    ['neu@example.org', 'geheim', []],
    ['ALT@example.org', 'geheim', ['Die neue E-Mail-Adresse ist identisch mit der aktuellen']],
    ['keine Adresse', 'geheim', ['Bitte geben Sie eine gültige E-Mail-Adresse ein']],
    ['neu@example.org', '', ['Passwort erforderlich']],
  ])('%j with the password %j', (newEmail, password, messages) => {
    const { error } = emailChangeForm('alt@example.org').safeParse({ newEmail, password })
    expect(error?.issues.map(({ message }) => message) ?? []).toEqual(messages)
  })
})

describe('a new password', () => {
  test.each([
    ['alt', 'geheim', 'geheim', []],
    ['', 'geheim', 'geheim', ['Passwort erforderlich']],
    ['alt', 'kurz', 'kurz', ['Passwort muss mindestens 6 Zeichen lang sein']],
    ['alt', 'geheim', 'gehein', ['Die neuen Passwörter stimmen nicht überein']],
  ])('%j, %j and %j', (currentPassword, newPassword, confirmPassword, messages) => {
    const { error } = passwordChangeForm.safeParse({ currentPassword, newPassword, confirmPassword })
    expect(error?.issues.map(({ message }) => message) ?? []).toEqual(messages)
  })
})

describe('a failure is shown', () => {
  const actual = problemOfAnswer(
    400,
    { error: { code: 'EMAIL_UNCHANGED', message: problems.EMAIL_UNCHANGED.message } },
    null,
  )

  test('in the server’s words', () => {
    expect(accountProblem(actual, 'Fehler beim E-Mail ändern')).toBe(problems.EMAIL_UNCHANGED.message)
    expect(emailFieldProblems(actual)).toEqual({ newEmail: problems.EMAIL_UNCHANGED.message })
  })

  test.each([
    problemOfAnswer(409, { error: { code: 'NEWER_THAN_THIS_BUILD', message: 'Das geht erst morgen.' } }, null),
    problemOfAnswer(418, { message: 'Das geht erst morgen.' }, null),
  ])('in the server’s words, too, with an unknown code or without one', (error) => {
    expect(accountProblem(error, 'Fehler beim E-Mail ändern')).toBe('Das geht erst morgen.')
  })

  test.each([problemOfAnswer(418, {}, null), browserProblem('UNKNOWN_ERROR'), new Error('x')])(
    'in the dialogue’s own words if the server said nothing: %s',
    (error) => {
      expect(accountProblem(error, 'Fehler beim Passwort ändern')).toBe('Fehler beim Passwort ändern')
    },
  )
})
