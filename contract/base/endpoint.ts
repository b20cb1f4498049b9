import * as z from 'zod/mini'
import type { CallLimit } from './call-limit.ts'
import type { PersonRole } from '#contract/people/vehicle-role.ts'
import type { ProblemCode } from './problem.ts'
import type { TokenScope } from './token-scope.ts'

/**
 * Who may call an endpoint. The server checks it in one place, before the input is read; only ownership is checked
 * afterwards, by the input.
 * - `public`: everybody.
 * - `signed-in`: a session, at any stage of verification.
 * - `verified`: a session of a user whose e-mail and IMEI are both verified.
 * - `owner`: a verified session that owns what the entry names (`owns`), or whose role at the device is at least `owns.by`.
 * - `device`: a device with its secret (`x-device-key`) that is the one named in `owns`, or a verified session of its
 *   owner.
 * - `recipient`: the holder of a share's token, as a bearer token. No session passes here, and no share elsewhere.
 */
export type Access = 'public' | 'signed-in' | 'verified' | 'owner' | 'device' | 'recipient'

/** A device, by the parameter of path, query or body with its id or its IMEI. */
export type OwnsDevice<Name extends string = string> = { readonly device: Name } | { readonly imei: Name }

/**
 * What the caller must own: a device, or the account whose id the parameter contains. An optional parameter may be left
 * out.
 */
export type Owns<Name extends string = string> = OwnsDevice<Name> | DeviceByRole<Name> | { readonly account: Name }

/** A device that not only its owner may name, but also whom they have invited, from this role on. */
export interface DeviceByRole<Name extends string = string> {
  readonly device: Name
  readonly by: PersonRole
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The form of a successful answer.
 * - `envelope`: `{"success":true,"data":…}`.
 * - `plain`: the value itself, where the specification says so.
 * - `file`: bytes of the media type in `mediaType`, or 204 without a body.
 * - `events`: server-sent events without an end; each one's data is a `reply` as JSON.
 */
export type Form = 'envelope' | 'plain' | 'file' | 'events'

/**
 * What a caller may do if the answer was lost.
 * - `again`: repeat the call, which has the same effect and answer.
 * - `until-gone`: repeat it, too; if nothing is there any more, the first call did it.
 * - `never`: a second call could do it twice, or answer that nothing was done.
 */
export type Repeat = 'again' | 'until-gone' | 'never'

type Schema = z.ZodMiniType

/** Everything browser and server must agree on about one call. The path writes parameters as `:name`. */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** With access `owner` or `device`, and with no other. */
  readonly owns?: Owns
  /**
   * The caller must have proved lately who they are: by signing in, or again by `POST /api/auth/step-up`. Otherwise the
   * server answers STEP_UP_REQUIRED before the input is read.
   */
  readonly stepUp?: true
  /** A program passes, too, whose token has this scope. Without it only people do. */
  readonly tokenScope?: TokenScope
  /** How often it may be called. */
  readonly limit: CallLimit
  /** One German sentence for readers of the API documentation. */
  readonly summary: string
  readonly form: Form
  readonly status: 200 | 201
  readonly mediaType?: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The body is a form with files instead of JSON. */
  readonly multipart?: boolean
  /** The maximum size of its body, or of the file in it; absent: `httpLimits`. */
  readonly mostBytes?: number
  readonly reply: Schema
  readonly repeat: Repeat
  /**
   * Whether the demo account, which everybody shares, may make calls other than GET: only if they leave nothing behind for
   * the next visitor. Otherwise the server answers DEMO_READ_ONLY.
   */
  readonly openToDemo?: true
  /** The codes this call can answer, besides those of every call and of every limited call. */
  readonly problems: readonly ProblemCode[]
}

type Draft = Pick<Endpoint, 'access' | 'limit' | 'summary' | 'reply'> & Partial<Endpoint>

const defaults = { form: 'envelope', status: 200, problems: [] } as const

const repeats = { GET: 'again', PUT: 'again', POST: 'never', DELETE: 'never' } as const satisfies Record<Method, Repeat>

/** An endpoint that keeps the exact type of each of its parts. */
type Completed<D extends Draft> = Omit<typeof defaults, keyof D> & D & Pick<Endpoint, 'method' | 'path' | 'repeat'>

/** An entry with ownership states what is owned, by a name that occurs in its own schemas. */
type Owning<D extends Draft> = D['access'] extends 'owner'
  ? { readonly owns: Owns<NameIn<D>> }
  : D['access'] extends 'device'
    ? { readonly owns: OwnsDevice<NameIn<D>> }
    : { readonly owns?: never }

/** Only a session can have proved again whose it is. */
type Confirmed<D extends Draft> = D['access'] extends 'public' | 'device' | 'recipient'
  ? { readonly stepUp?: never }
  : unknown

/** A program opens what a verified session does, and nothing that asks for a proof of who it is: it has none. */
type OpenToPrograms<D extends Draft> = D['access'] extends 'verified' | 'owner'
  ? D extends { stepUp: true }
    ? { readonly tokenScope?: never }
    : unknown
  : { readonly tokenScope?: never }

type NameIn<D> = TextIn<AllParsed<D>>

type TextIn<Parsed> = {
  [Name in keyof Parsed & string]-?: Parsed[Name] extends string | undefined ? Name : never
}[keyof Parsed & string]

/** Completes an endpoint's draft: an enveloped 200 without special problems unless it states otherwise. */
export function endpoint<const D extends Draft>(
  method: Method,
  path: string,
  draft: D & Owning<D> & Confirmed<D> & OpenToPrograms<D>,
): Completed<D> {
  const given: D = draft
  return { ...defaults, repeat: repeats[method], ...given, method, path }
}

type Sent<S> = S extends Schema ? z.input<S> : undefined
type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Part<E, Name extends string> = E extends { readonly [K in Name]: infer S } ? S : undefined

/** What a caller passes: the parts that the endpoint declares, before parsing. */
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

/** Every parameter of an endpoint by its name, whichever part it is in. */
export type AllParsed<E> = Fields<Part<E, 'params'>> & Fields<Part<E, 'query'>> & Fields<Part<E, 'body'>>

type Fields<S> = S extends Schema ? z.output<S> : unknown

/** The value a handler returns and a caller receives, without the envelope. */
export type Reply<E extends { reply: Schema }> = z.output<E['reply']>

/** The envelope of every answer that is not `plain` or a `file`. */
export const failure = z
  .object({
    success: z.literal(false),
    error: z.looseObject({
      code: z.string(),
      /** German, for people. */
      message: z.string(),
      fields: z.optional(z.record(z.string(), z.string())),
      /** With every 5xx: the id of the request, also in the header `x-request-id`, for support. */
      requestId: z.optional(z.string()),
    }),
  })
  .check(z.meta({ id: 'Failure' }))
export type Failure = z.output<typeof failure>

export function success<S extends Schema>(data: S) {
  return z.object({ success: z.literal(true), data })
}

/** A reply that says only that it worked. */
export const nothing = z.object({})
