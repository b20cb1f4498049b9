import type { ProblemCode } from '#contract/base/problem.ts'
import { type BrowserProblemCode, generalErrors } from '#web/texts/general.ts'

/** What the server may send besides code and message. */
export interface ProblemDetails {
  /** What is wrong with which field. */
  fields?: Record<string, string> | undefined
  /** Seconds until trying again makes sense. */
  retryAfter?: number | undefined
  remainingAttempts?: number | undefined
  email?: string | undefined
  /** By which support finds what failed at the server. */
  requestId?: string | undefined
}

/** Any failure of a call, whatever went wrong: `message` is German, for people. */
export class CallProblem extends Error {
  /** A code of the contract or of the browser; a server newer than this build may send one that is in neither. */
  readonly code: string
  /** The answer's HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly fields: Record<string, string>
  readonly retryAfter: number | undefined
  readonly remainingAttempts: number | undefined
  readonly email: string | undefined
  readonly requestId: string | undefined

  constructor(code: string, message: string, status: number, details: ProblemDetails = {}) {
    super(message)
    this.name = 'CallProblem'
    this.code = code
    this.status = status
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
    this.remainingAttempts = details.remainingAttempts
    this.email = details.email
    this.requestId = details.requestId
  }
}

/** Whether a thrown thing is a call's failure, with one of these codes if any are named. */
export function isCallProblem(
  error: unknown,
  ...codes: readonly (ProblemCode | BrowserProblemCode)[]
): error is CallProblem {
  return error instanceof CallProblem && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** Anything that was thrown as a call's failure: a mistake in our own code is an unknown error. */
export function asCallProblem(thrown: unknown): CallProblem {
  return isCallProblem(thrown) ? thrown : browserProblem('UNKNOWN_ERROR')
}

/** The sentence for people of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof CallProblem ? error.message : generalErrors.UNKNOWN_ERROR
}

/** A sentence about a failure, with the id that support asks for if there is one. */
export function withReference(sentence: string, requestId: string | undefined): string {
  return requestId === undefined ? sentence : `${sentence} Kennung für den Support: ${requestId}`
}

/** Whether there was no connection, as opposed to an answer that says no. */
export function isConnectionProblem(error: unknown): boolean {
  return isCallProblem(error, 'NETWORK_ERROR', 'TIMEOUT')
}

/** The problem of a call that ended in the browser: no answer, or one that cannot be read. */
export function browserProblem(code: BrowserProblemCode, status = 0): CallProblem {
  return new CallProblem(code, generalErrors[code], status)
}
