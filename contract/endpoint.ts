import * as z from 'zod/mini'
import type { CallLimit } from '#contract/call-limit.ts'
import type { ProblemCode } from '#contract/problem.ts'

/**
 * Who may call an endpoint. Checked by the server in one place, before the input is looked at.
 * - `public`: everybody.
 * - `signed-in`: a session, at any stage of verification.
 * - `verified`: a session of a user whose e-mail and IMEI are both verified.
 * - `device`: a device with its secret (`x-device-key`), or a verified session of its owner.
 */
export type Access = 'public' | 'signed-in' | 'verified' | 'device'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How a successful answer travels.
 * - `envelope`: `{"success":true,"data":…}`.
 * - `plain`: the value itself, where the specification says so.
 * - `file`: bytes of the media type named in `mediaType`, or 204 without a body.
 * - `events`: server-sent events without an end; each one's data is a `reply` as JSON.
 */
export type Form = 'envelope' | 'plain' | 'file' | 'events'

/**
 * What a caller whose answer was lost may do.
 * - `again`: the same call once more, which says and leaves the same.
 * - `until-gone`: once more, too; if nothing is there any more, the first call did it.
 * - `never`: a second call could do it twice, or answer that nothing was done.
 */
export type Repeat = 'again' | 'until-gone' | 'never'

type Schema = z.ZodMiniType

/** Everything browser and server must agree on about one call. The path writes parameters as `:name`. */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** How often it may be called. */
  readonly limit: CallLimit
  /** One German sentence for the API's readers. */
  readonly summary: string
  readonly form: Form
  readonly status: 200 | 201
  readonly mediaType?: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The body is a form with files instead of JSON. */
  readonly multipart?: boolean
  /** How long its body, or the file in it, may be; absent: `limits.http`. */
  readonly mostBytes?: number
  readonly reply: Schema
  readonly repeat: Repeat
  /**
   * Whether the demo account, which everybody shares, may call what is no GET: only where nothing is left of it for the next
   * visitor. Else the server answers DEMO_READ_ONLY.
   */
  readonly openToDemo?: true
  /** The codes this call can answer beyond those every call, and every limited one, can. */
  readonly problems: readonly ProblemCode[]
}

type Draft = Pick<Endpoint, 'access' | 'limit' | 'summary' | 'reply'> & Partial<Endpoint>

const defaults = { form: 'envelope', status: 200, problems: [] } as const

const repeats = { GET: 'again', PUT: 'again', POST: 'never', DELETE: 'never' } as const satisfies Record<Method, Repeat>

/** An endpoint that keeps the exact type of each of its parts. */
type Completed<D extends Draft> = Omit<typeof defaults, keyof D> & D & Pick<Endpoint, 'method' | 'path' | 'repeat'>

/** Completes an endpoint's draft: an enveloped 200 without special problems unless it says otherwise. */
export function endpoint<const D extends Draft>(method: Method, path: string, draft: D): Completed<D> {
  return { ...defaults, repeat: repeats[method], ...draft, method, path }
}

type Sent<S> = S extends Schema ? z.input<S> : undefined
type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Part<E, Name extends string> = E extends { readonly [K in Name]: infer S } ? S : undefined

/** What a caller passes: the parts the endpoint declares, before parsing. */
export interface CallInput<E> {
  params: Sent<Part<E, 'params'>>
  query: Sent<Part<E, 'query'>>
  body: Sent<Part<E, 'body'>>
}

/** What a handler receives: the same parts, parsed. */
export interface ParsedInput<E> {
  params: Parsed<Part<E, 'params'>>
  query: Parsed<Part<E, 'query'>>
  body: Parsed<Part<E, 'body'>>
}

/** The value a handler returns and a caller receives, without the envelope. */
export type Reply<E extends { reply: Schema }> = z.output<E['reply']>

/** The envelope of every answer that is not `plain` or a `file`. */
export const failure = z.object({
  success: z.literal(false),
  error: z.looseObject({
    code: z.string(),
    /** German, for people. */
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
})
export type Failure = z.output<typeof failure>

export function success<S extends Schema>(data: S) {
  return z.object({ success: z.literal(true), data })
}

/** A reply that says nothing but that it worked. */
export const nothing = z.object({})
