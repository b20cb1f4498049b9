import { describe, expect, test } from 'vitest'
import { isProblemCode, problems } from '#contract/base/problem.ts'
import { browserProblem } from '#web/api/calls/call-problem.ts'
import { problemOfAnswer } from '#web/api/calls/problem-of-answer.ts'
import { additionProblem, deviceListProblem, editProblem } from './problems.ts'

/** A failure as the server's answer makes it. */
function answer(status: number, code?: string) {
  const message = code !== undefined && isProblemCode(code) ? problems[code].message : undefined
  return problemOfAnswer(status, code === undefined ? undefined : { success: false, error: { code, message } }, null)
}

describe('adding a device fails with', () => {
  test.each([
    [400, 'INVALID_IMEI', 'Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein', true],
    [400, 'INVALID_IMEI_FORMAT', 'Ungültiges IMEI-Format', true],
    [
      409,
      'IMEI_ALREADY_ASSIGNED',
      'Diese IMEI ist bereits einem Konto zugeordnet. Wenn Sie das Gerät gebraucht gekauft haben, hilft Ihnen der Support.',
      true,
    ],
    [404, 'IMEI_NOT_AVAILABLE', problems.IMEI_NOT_AVAILABLE.message, true],
    [429, 'RATE_LIMITED', 'Zu viele Versuche. Bitte warten Sie eine Stunde und versuchen Sie es erneut.', false],
    [409, 'USER_NOT_FOUND', 'Ihr Konto wurde nicht gefunden. Bitte melden Sie sich ab und wieder an.', false],
    [400, 'VALIDATION_ERROR', 'Ungültige IMEI-Nummer oder Gerätedaten.', false],
    [400, 'SOMETHING_NEW', 'Ungültige IMEI-Nummer oder Gerätedaten.', false],
    [401, 'UNAUTHORIZED', 'Sitzung abgelaufen. Bitte neu anmelden.', false],
    [409, 'AUTH_ERROR', 'Sitzung abgelaufen. Bitte neu anmelden.', false],
    [409, 'UNKNOWN_ERROR', 'Ein unbekannter Fehler ist aufgetreten.', false],
    [500, 'SERVER_ERROR', 'Serverfehler. Bitte versuchen Sie es später erneut.', false],
  ])('%i %s', (status, code, message, aboutImei) => {
    expect(additionProblem(answer(status, code))).toEqual({ message, aboutImei })
  })

  test('the time that has to pass, if the server names it', () => {
    const problem = problemOfAnswer(429, { error: { code: 'RATE_LIMITED', retryAfter: 1500 } }, null)
    expect(additionProblem(problem).message).toBe(
      'Zu viele Versuche. Bitte warten Sie eine Stunde und versuchen Sie es erneut. Wieder möglich in 25 Minuten.',
    )
  })

  test('an unknown error, if something else was thrown', () => {
    expect(additionProblem(new Error('x'))).toEqual({
      message: 'Ein unbekannter Fehler ist aufgetreten.',
      aboutImei: false,
    })
  })
})

test.each([
  [answer(400, 'VALIDATION_ERROR'), 'Ungültige Eingaben. Bitte überprüfen Sie Ihre Angaben.'],
  [answer(403, 'FORBIDDEN'), 'Keine Berechtigung, dieses Gerät zu bearbeiten.'],
  [answer(500), 'Das Gerät konnte nicht gespeichert werden. Bitte versuchen Sie es erneut.'],
  [answer(404, 'NOT_FOUND'), 'Das Gerät konnte nicht gespeichert werden. Bitte versuchen Sie es erneut.'],
  [browserProblem('NETWORK_ERROR'), 'Verbindungsfehler. Bitte überprüfen Sie Ihre Internetverbindung.'],
])('editing a device that fails with %s says: %s', (error, message) => {
  expect(editProblem(error)).toBe(message)
})

test.each([404, 500, 503])('a device list that is answered with %i is temporarily unavailable', (status) => {
  expect(deviceListProblem(answer(status))).toEqual({
    title: 'Geräteverwaltung temporär nicht verfügbar',
    detail: undefined,
  })
})

test('without a connection the list says so too', () => {
  const error = browserProblem('NETWORK_ERROR')
  expect(deviceListProblem(error)?.detail).toBe(error)
})

test('a list that is answered with 401 says nothing: the sign-in is already on its way', () => {
  expect(deviceListProblem(answer(401))).toBeNull()
})
