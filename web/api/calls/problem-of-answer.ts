import * as z from 'zod/mini'
import { generalMessages } from '#contract/base/general-messages.ts'
import { browserProblem, CallProblem, type ProblemDetails, withReference } from './call-problem.ts'
import { generalErrors } from '#web/texts/general.ts'

/**
 * The general mapping of the specification's section 8.
 * A code in the body other than the general ones says more than the status, and is kept with its message.
 * @param body the answer's parsed JSON, its text if it is not JSON, undefined if it has none.
 * @param retryAfterHeader the header `Retry-After`, in seconds.
 */
export function problemOfAnswer(status: number, body: unknown, retryAfterHeader: string | null): CallProblem {
  const stated = failureIn(body)
  const details = { ...stated.details, retryAfter: stated.details.retryAfter ?? secondsOf(retryAfterHeader) }
  const general = (code: keyof typeof generalMessages) => new CallProblem(code, generalMessages[code], status, details)

  if (status >= 500) {
    const message = withReference(generalMessages.SERVER_ERROR, stated.details.requestId)
    return new CallProblem('SERVER_ERROR', message, status, details)
  }
  if (stated.code !== undefined && !Object.hasOwn(generalMessages, stated.code)) {
    return new CallProblem(stated.code, stated.message ?? generalErrors.HTTP_ERROR, status, details)
  }
  if (status === 404) return general('NOT_FOUND')
  if (status === 403) return general('FORBIDDEN')
  if (status === 401) {
    return new CallProblem('UNAUTHORIZED', stated.message ?? generalMessages.UNAUTHORIZED, status, details)
  }
  // Only a server or proxy that gives up waiting answers so; our own time-out aborts and is a NETWORK_ERROR.
  if (status === 408) return browserProblem('TIMEOUT', status)
  if (body === undefined) return browserProblem('UNKNOWN_ERROR', status)
  return new CallProblem('HTTP_ERROR', stated.message ?? generalErrors.HTTP_ERROR, status, details)
}

const details = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  message: z.catch(z.optional(z.string()), undefined),
  fields: z.catch(z.optional(z.record(z.string(), z.string())), undefined),
  retryAfter: z.catch(z.optional(z.number()), undefined),
  remainingAttempts: z.catch(z.optional(z.number()), undefined),
  email: z.catch(z.optional(z.string()), undefined),
  requestId: z.catch(z.optional(z.string()), undefined),
})
const failureBody = z.extend(details, { error: z.catch(z.optional(z.union([z.string(), details])), undefined) })

interface StatedFailure {
  code: string | undefined
  message: string | undefined
  details: ProblemDetails
}

/** What a body says about the failure: at its top, in a nested `error`, or with `error` as the sentence. */
function failureIn(body: unknown): StatedFailure {
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
      requestId: top.requestId ?? nested?.requestId,
    },
  }
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}
