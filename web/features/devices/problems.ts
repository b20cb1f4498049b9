import { generalProblems } from '#contract/base/general-problems.ts'
import { isCallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { formatWait } from '#web/texts/formats.ts'
import { type ListProblem, listProblem } from '#web/shared/devices/list-problem.ts'
import { generalErrors, generalTexts } from '#web/texts/general.ts'
import { editTexts, imeiTexts, listTexts } from './texts.ts'

/** What the add-device dialogue says about a failure, and whether it is about the IMEI that was typed. */
export interface AdditionProblem {
  message: string
  aboutImei: boolean
}

/** The codes of the add-device dialogue (specification, section 8); those not here bring the server's sentence. */
const additionMessages: Readonly<Record<string, string>> = {
  INVALID_IMEI: imeiTexts.missing,
  INVALID_IMEI_FORMAT: imeiTexts.format,
  USER_NOT_FOUND: imeiTexts.userNotFound,
  UNKNOWN_ERROR: generalErrors.UNKNOWN_ERROR,
  AUTH_ERROR: generalTexts.sessionExpired,
}

const imeiCodes = new Set(['INVALID_IMEI', 'INVALID_IMEI_FORMAT', 'IMEI_ALREADY_ASSIGNED', 'IMEI_NOT_AVAILABLE'])

export function additionProblem(error: unknown): AdditionProblem {
  if (!isCallProblem(error)) return { message: messageOf(error), aboutImei: false }
  const { code, status, retryAfter } = error
  const about = (message: string): AdditionProblem => ({ message, aboutImei: imeiCodes.has(code) })
  if (status === 429) {
    const again = retryAfter === undefined ? [] : [imeiTexts.again(formatWait(retryAfter))]
    return about([imeiTexts.tooMany, ...again].join(' '))
  }
  if (status === 401) return about(generalTexts.sessionExpired)
  if (status === 400 && !imeiCodes.has(code)) return about(imeiTexts.refused)
  return about(additionMessages[code] ?? error.message)
}

/** What the edit dialogue says about a failure (specification, section 8). */
export function editProblem(error: unknown): string {
  if (isCallProblem(error, 'DEMO_READ_ONLY', 'NETWORK_ERROR')) return error.message
  if (isCallProblem(error) && error.status === 400) return generalProblems.VALIDATION_ERROR.message
  if (isCallProblem(error) && error.status === 403) return editTexts.forbidden
  return editTexts.failed
}

export function deviceListProblem(error: unknown): ListProblem | null {
  return listProblem(error, listTexts.unavailable)
}

/** An alert's words: what did not work, and why. */
export function failedBecause(what: string, error: unknown): string {
  return `${what} ${messageOf(error)}`
}
