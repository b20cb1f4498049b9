import type { User } from '#contract/auth/auth.ts'
import { accessTokensServerLimits } from '#contract/access-tokens/access-tokens-limits.ts'
import type { Endpoint } from '#contract/base/endpoint.ts'
import type { TokenScope } from '#contract/base/token-scope.ts'
import { sharesServerLimits } from '#contract/shares/shares-limits.ts'
import { Problem } from '#server/http/problem.ts'

/** A user's session, as the Authorization header proved it. */
export interface SignedIn {
  kind: 'user'
  user: User
  sessionId: string
  /** When its owner last proved who they are, by what counts now; null: not since that has changed. */
  confirmedAt: Date | null
}

/** A device that proved its secret. */
export interface KnownDevice {
  kind: 'device'
  deviceId: string
  imei: string
}

/** A third party with the token of a share that has not ended. */
export interface Recipient {
  kind: 'recipient'
  shareId: string
  deviceId: string
}

/** A program with a token of its owner's account. It has no session, so it can prove nothing. */
export interface Program {
  kind: 'program'
  tokenId: string
  /** In its owner's words. */
  name: string
  scopes: readonly TokenScope[]
  user: User
}

/** What its owner calls the program that calls; null where they do it themselves. */
export function programOf(caller: SignedIn | Program): string | null {
  return caller.kind === 'program' ? caller.name : null
}

export interface Nobody {
  kind: 'nobody'
  /** It sent a token of the form that programs have, which is none, or no more. */
  hasTokenOfProgram?: true
}

export type Caller = SignedIn | KnownDevice | Recipient | Program | Nobody

/** The callers that a handler can get, by what its endpoint says of access. */
export type CallerOf<E extends AccessRule> = E['access'] extends 'public'
  ? Caller
  : E['access'] extends 'device'
    ? SignedIn | KnownDevice
    : E['access'] extends 'recipient'
      ? Recipient
      : E extends { tokenScope: TokenScope }
        ? SignedIn | Program
        : SignedIn

type AccessRule = Pick<Endpoint, 'access' | 'tokenScope'>

/** Finds out who calls, from what the caller sent. The features that know sessions and devices look it up. */
export interface Authenticate {
  /** Null if the token is unknown or its session has ended or its account is disabled. */
  session(token: string): Promise<SignedIn | null>
  device(secret: string): Promise<KnownDevice | null>
  /** Null if the token is unknown or its share has ended. */
  recipient(token: string): Promise<Recipient | null>
  /** Null if the token is unknown, revoked or expired, or its account is disabled. */
  program(token: string): Promise<Program | null>
}

/** Reads the caller from the request's headers. A bearer token says who it is, whatever else was sent. */
export async function identify(
  headers: { authorization?: string | undefined; deviceKey?: string | undefined },
  authenticate: Authenticate,
): Promise<Caller> {
  const token = bearerToken(headers.authorization)
  if (token?.startsWith(sharesServerLimits.tokenPrefix)) {
    return (await authenticate.recipient(token)) ?? { kind: 'nobody' }
  }
  if (token?.startsWith(accessTokensServerLimits.tokenPrefix)) {
    return (await authenticate.program(token)) ?? { kind: 'nobody', hasTokenOfProgram: true }
  }
  if (token !== null) return (await authenticate.session(token)) ?? { kind: 'nobody' }
  if (headers.deviceKey !== undefined) return (await authenticate.device(headers.deviceKey)) ?? { kind: 'nobody' }
  return { kind: 'nobody' }
}

export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? null
}

/**
 * The one place where access is enforced (design, section 4: "Who may call is decided before the input is looked at"). Whether
 * an owner owns what they name is decided once the input is known (`ownership.ts`).
 * @throws {Problem} UNAUTHORIZED, or the stage of verification that is missing; for recipients always SHARE_OVER, so that
 * wrong, ended and revoked tokens have one answer. Of programs' tokens that is ACCESS_TOKEN_OVER.
 */
export function admit({ access, tokenScope }: AccessRule, caller: Caller): void {
  if (access === 'public') return
  if (access === 'recipient') {
    if (caller.kind !== 'recipient') throw new Problem('SHARE_OVER')
    return
  }
  if (caller.kind === 'nobody') {
    throw new Problem(caller.hasTokenOfProgram === true ? 'ACCESS_TOKEN_OVER' : 'UNAUTHORIZED')
  }
  if (caller.kind === 'recipient') throw new Problem('FORBIDDEN')
  if (caller.kind === 'device') {
    if (access !== 'device') throw new Problem('FORBIDDEN')
    return
  }
  if (caller.kind === 'program') {
    if (tokenScope === undefined) throw new Problem('NOT_FOR_PROGRAMS')
    if (!caller.scopes.includes(tokenScope)) throw new Problem('ACCESS_TOKEN_SCOPE')
  }
  if (access === 'signed-in') return
  if (!caller.user.emailVerified) throw new Problem('EMAIL_NOT_VERIFIED')
  if (!caller.user.imeiVerified) throw new Problem('IMEI_NOT_VERIFIED')
}

/**
 * Everybody shares the demo account. So a call is refused if it could change something for the next visitor, unless its
 * endpoint says otherwise. Public endpoints are about no account.
 * @throws {Problem} DEMO_READ_ONLY
 */
export function keepDemo({ method, access, openToDemo }: DemoRule, caller: Caller): void {
  if (caller.kind !== 'user' || !caller.user.demo) return
  if (method !== 'GET' && access !== 'public' && openToDemo !== true) throw new Problem('DEMO_READ_ONLY')
}

type DemoRule = Pick<Endpoint, 'method' | 'access' | 'openToDemo'>
