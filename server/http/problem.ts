import { type Failure, failure } from '#contract/base/endpoint.ts'
import { type ProblemCode, problems } from '#contract/base/problem.ts'

interface Details {
  /** A sentence for this case instead of the code's general one. */
  message?: string
  /** What is wrong with which field. */
  fields?: Record<string, string>
  /** Seconds until trying again makes sense; sent as `Retry-After` too. */
  retryAfter?: number
  remainingAttempts?: number
  email?: string
}

/** An error of the contract: thrown where it is found, answered in one place (`http/server.ts`). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly details: Details

  constructor(code: ProblemCode, details: Details = {}) {
    super(details.message ?? problems[code].message)
    this.name = 'Problem'
    this.code = code
    this.status = problems[code].status
    this.details = details
  }
}

/**
 * The envelope in which a problem is sent to the caller.
 * @param requestId by which support finds what failed here; it goes with failures that are not the caller's.
 */
export function failureOf(problem: Problem, requestId?: string): Failure {
  return failure.parse({
    success: false,
    error: {
      ...problem.details,
      ...(problem.status >= 500 && { requestId }),
      code: problem.code,
      message: problem.message,
    },
  })
}
