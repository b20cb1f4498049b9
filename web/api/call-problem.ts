import * as z from 'zod/mini'
import { generalMessages } from '#contract/general-messages.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { type BrowserProblemCode, generalErrors } from '#web/texts/general.ts'

/** What the server may tell beside code and message. */
export interface ProblemDetails {
  /** What is wrong with which field. */
  fields?: Record<string, string> | undefined
  /** Seconds until trying again makes sense. */
  retryAfter?: number | undefined
  remainingAttempts?: number | undefined
  email?: string | undefined
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

  constructor(code: string, message: string, status: number, details: ProblemDetails = {}) {
    super(message)
    this.name = 'CallProblem'
    this.code = code
    this.status = status
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
    this.remainingAttempts = details.remainingAttempts
    this.email = details.email
  }
}

/** Whether a thrown thing is a call's failure, with one of these codes if any are named. */
export function isCallProblem(
  error: unknown,
  ...codes: readonly (ProblemCode | BrowserProblemCode)[]
): error is CallProblem {
  return error instanceof CallProblem && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** The sentence for people of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof CallProblem ? error.message : generalErrors.UNKNOWN_ERROR
}

/** Whether there was no connection, as opposed to an answer that says no. */
export function isConnectionProblem(error: unknown): boolean {
  return isCallProblem(error, 'NETWORK_ERROR', 'TIMEOUT')
}

/** The problem of a call that ended in the browser: no answer, or one that cannot be read. */
export function browserProblem(code: BrowserProblemCode, status = 0): CallProblem {
  return new CallProblem(code, generalErrors[code], status)
}

/**
 * The general mapping of the specification's section 8.
 * A code in the body other than the general ones says more than the status, and is kept with its message.
 * @param body the answer's parsed JSON, its text if it is not JSON, undefined if it has none.
 * @param retryAfterHeader the header `Retry-After`, in seconds.
 */
export function problemOfAnswer(status: number, body: unknown, retryAfterHeader: string | null): CallProblem {
  const told = toldBy(body)
  const details = { ...told.details, retryAfter: told.details.retryAfter ?? secondsOf(retryAfterHeader) }
  const general = (code: keyof typeof generalMessages) => new CallProblem(code, generalMessages[code], status, details)

  if (status >= 500) return general('SERVER_ERROR')
  if (told.code !== undefined && !Object.hasOwn(generalMessages, told.code)) {
    return new CallProblem(told.code, told.message ?? generalErrors.HTTP_ERROR, status, details)
  }
  if (status === 404) return general('NOT_FOUND')
  if (status === 403) return general('FORBIDDEN')
  if (status === 401) {
    return new CallProblem('UNAUTHORIZED', told.message ?? generalMessages.UNAUTHORIZED, status, details)
  }
  // Only a server or proxy that gives up waiting answers so; our own time-out aborts and is a NETWORK_ERROR.
  if (status === 408) return browserProblem('TIMEOUT', status)
  if (body === undefined) return browserProblem('UNKNOWN_ERROR', status)
  return new CallProblem('HTTP_ERROR', told.message ?? generalErrors.HTTP_ERROR, status, details)
}

const details = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  message: z.catch(z.optional(z.string()), undefined),
  fields: z.catch(z.optional(z.record(z.string(), z.string())), undefined),
  retryAfter: z.catch(z.optional(z.number()), undefined),
  remainingAttempts: z.catch(z.optional(z.number()), undefined),
  email: z.catch(z.optional(z.string()), undefined),
})
const failureBody = z.extend(details, { error: z.catch(z.optional(z.union([z.string(), details])), undefined) })

interface Told {
  code: string | undefined
  message: string | undefined
  details: ProblemDetails
}

/** What a body says about the failure: at its top, in a nested `error`, or with `error` as the sentence. */
function toldBy(body: unknown): Told {
  const parsed = failureBody.safeParse(body)
  if (!parsed.success) return { code: undefined, message: undefined, details: {} }
  const { error, ...top } = parsed.data
  const nested = typeof error === 'object' ? error : undefined
  const sentence = typeof error === 'string' ? error : undefined
  return {
    code: top.code ?? nested?.code,
    message: top.message ?? nested?.message ?? sentence,
    details: {
      fields: top.fields ?? nested?.fields,
      retryAfter: top.retryAfter ?? nested?.retryAfter,
      remainingAttempts: top.remainingAttempts ?? nested?.remainingAttempts,
      email: top.email ?? nested?.email,
    },
  }
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}
