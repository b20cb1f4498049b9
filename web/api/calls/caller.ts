import * as z from 'zod/mini'
import type { Endpoint, Reply } from '#contract/base/endpoint.ts'
import { browserProblem, type CallProblem, isCallProblem } from './call-problem.ts'
import { problemOfAnswer } from './problem-of-answer.ts'
import { addressOf, type Input, requestOf } from './request.ts'
import { endWhenIdle, type IdleTimeout } from './idle-timeout.ts'

/** How calls are made: everything outside the contract that they depend on. */
export interface CallerOptions {
  /** The prefix of every path; empty for the page's own server. */
  base: string
  /** How long an answer may take to begin, and then each piece of it to follow. */
  timeoutMs: number
  /** The same for a call that sends or fetches a file. */
  fileTimeoutMs: number
  /** How often a call that may be repeated is tried again. */
  retries: number
  /** Waits before the n-th retry, counted from 1. */
  pause(retry: number): Promise<void>
  token(): string | null
  /** False: the browser itself knows that there is no network, and trying again makes no sense. */
  isOnline(): boolean
  /** A call that needs the session was answered with 401. */
  onSessionRefused(): void
  /** A call needs a fresh proof of who the visitor is. Fulfilled with whether they have given it. */
  onStepUpRequired(): Promise<boolean>
}

export interface CallOptions {
  signal?: AbortSignal
  /** The token of a link that was given to somebody; sent instead of the session's. */
  token?: string
}

/** `input` may be left out if the endpoint takes none. */
export type Arguments<E> = keyof Input<E> extends never
  ? [input?: Input<E>, options?: CallOptions]
  : [input: Input<E>, options?: CallOptions]

/** A file to keep, under the name the server gave it. */
export interface Download {
  fileName: string
  content: Blob
}

/** The browser's door to the server: one typed call per endpoint of the contract. */
export function createCaller(caller: CallerOptions) {
  /**
   * The reply with the answer's headers, for the few endpoints whose headers matter.
   * @throws {CallProblem}
   */
  async function callWithHeaders<const E extends Endpoint>(
    endpoint: E,
    ...[input, options]: Arguments<E>
  ): Promise<{ reply: Reply<E>; headers: Headers }> {
    const answer = await send(endpoint, input ?? {}, options)
    const { response } = answer
    const body = await bodyOf(answer)
    const value = endpoint.form === 'envelope' ? unwrap(body, response) : body
    const reply = z.safeParse<E['reply']>(endpoint.reply, value)
    if (!reply.success) throw browserProblem('UNKNOWN_ERROR', response.status)
    return { reply: reply.data, headers: response.headers }
  }

  /**
   * Calls an endpoint and returns its reply, without the envelope.
   * @throws {CallProblem}
   */
  async function call<const E extends Endpoint>(endpoint: E, ...rest: Arguments<E>): Promise<Reply<E>> {
    return (await callWithHeaders(endpoint, ...rest)).reply
  }

  /**
   * Fetches the bytes of a `file` endpoint; null when there are none (204).
   * @throws {CallProblem}
   */
  async function download<const E extends Endpoint>(
    endpoint: E,
    ...[input, options]: Arguments<E>
  ): Promise<Download | null> {
    const answer = await send(endpoint, input ?? {}, options)
    const { response } = answer
    const content = await readAll(answer)
    if (response.status === 204) return null
    const fileName = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    if (fileName === undefined) throw browserProblem('UNKNOWN_ERROR', response.status)
    return { fileName, content }
  }

  /** Sends, and once more after a proof if the call needs one. It was refused before, so nothing is done twice. */
  async function send(endpoint: Endpoint, input: object, options: CallOptions = {}): Promise<Answer> {
    const { signal, token = caller.token() } = options
    try {
      return await sendUntilAnswered(endpoint, input, { signal, token })
    } catch (problem) {
      if (!isCallProblem(problem, 'STEP_UP_REQUIRED') || !(await caller.onStepUpRequired())) throw problem
      return sendUntilAnswered(endpoint, input, { signal, token })
    }
  }

  /** Sends until there is an answer, and returns it if it is a success. Every try is for the user signed in at the first one. */
  async function sendUntilAnswered(
    endpoint: Endpoint,
    input: object,
    { signal, token }: { signal: AbortSignal | undefined; token: string | null },
  ): Promise<Answer> {
    const attempts = endpoint.repeat === 'never' ? 1 : caller.retries + 1
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await sendOnce(endpoint, input, { signal, token })
      if (!isCallProblem(outcome)) return outcome
      // The first try removed it, and its answer was lost.
      const isDone = attempt > 1 && endpoint.repeat === 'until-gone' && outcome.status === 404
      if (isDone) {
        const response = Response.json({ success: true, data: {} })
        return { response, silence: endWhenIdle(caller.timeoutMs, signal) }
      }
      const lastTry = attempt === attempts || signal?.aborted === true || !caller.isOnline() || !isPassing(outcome)
      if (lastTry) throw outcome
      await caller.pause(attempt)
    }
  }

  async function sendOnce(
    endpoint: Endpoint,
    input: object,
    { signal, token }: { signal: AbortSignal | undefined; token: string | null },
  ): Promise<Answer | CallProblem> {
    const request = requestOf(endpoint, input, token)
    const silence = endWhenIdle(carriesFile(endpoint) ? caller.fileTimeoutMs : caller.timeoutMs, signal)
    try {
      const response = await fetch(caller.base + addressOf(endpoint, input), { ...request, signal: silence.signal })
      silence.broken()
      const answer = { response, silence }
      if (response.ok) return answer
      const problem = problemOfAnswer(response.status, await bodyOf(answer), response.headers.get('retry-after'))
      // A public call's 401 is about what was sent (a password, a mailed token), not about the session. And a session
      // that has been replaced in the meantime is not ended by the answer to its predecessor.
      const sessionRefused = response.status === 401 && endpoint.access !== 'public' && token === caller.token()
      if (sessionRefused) caller.onSessionRefused()
      return problem
    } catch (error) {
      silence.forget()
      if (isCallProblem(error)) return error
      if (error instanceof TypeError || error instanceof DOMException) return browserProblem('NETWORK_ERROR')
      throw error
    }
  }

  return { call, callWithHeaders, download }
}

function carriesFile({ multipart, form }: Endpoint): boolean {
  return multipart === true || form === 'file'
}

/** Whether trying again may help: not when the server has understood and refused. */
function isPassing(problem: CallProblem): boolean {
  return problem.status === 0 || problem.status >= 500
}

/** An answer that has begun; its body may take any time as long as data keeps coming. */
interface Answer {
  response: Response
  silence: IdleTimeout
}

/** The JSON of an answer, its text if it is none, undefined if it is empty. */
async function bodyOf(answer: Answer): Promise<unknown> {
  const text = await (await readAll(answer)).text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The bytes of an answer. A connection can break in the middle of it, or stay open without sending anything. */
async function readAll({ response, silence }: Answer): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  try {
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      silence.broken()
      pieces.push(piece.value)
    }
  } catch {
    throw browserProblem('NETWORK_ERROR')
  } finally {
    silence.forget()
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}

const envelope = z.object({ success: z.literal(true), data: z.unknown() })

function unwrap(body: unknown, response: Response): unknown {
  const opened = envelope.safeParse(body)
  if (opened.success) return opened.data.data
  const refused = z.object({ success: z.literal(false) }).safeParse(body)
  throw refused.success
    ? problemOfAnswer(response.status, body, null)
    : browserProblem('UNKNOWN_ERROR', response.status)
}
