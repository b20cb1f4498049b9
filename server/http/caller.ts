import type { User } from '#contract/auth.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#server/http/problem.ts'

/** A user's session, as the Authorization header proved it. */
export interface SignedIn {
  kind: 'user'
  user: User
  sessionId: string
}

/** A device that proved its secret. */
export interface KnownDevice {
  kind: 'device'
  deviceId: string
  imei: string
}

export interface Nobody {
  kind: 'nobody'
}

export type Caller = SignedIn | KnownDevice | Nobody

/** Who a handler may expect, by the endpoint's access. */
export type CallerOf<A extends Access> = A extends 'public'
  ? Caller
  : A extends 'device'
    ? SignedIn | KnownDevice
    : SignedIn

/** Finds out who calls from what the caller sent. Effects come from the rooms that know sessions and devices. */
export interface Authenticate {
  /** Null for a token that is unknown, ended or of a disabled account. */
  session(token: string): Promise<SignedIn | null>
  device(secret: string): Promise<KnownDevice | null>
}

/** Reads the caller from the request's headers. */
export async function identify(
  headers: { authorization?: string | undefined; deviceKey?: string | undefined },
  authenticate: Authenticate,
): Promise<Caller> {
  const token = bearerToken(headers.authorization)
  if (token !== null) return (await authenticate.session(token)) ?? { kind: 'nobody' }
  if (headers.deviceKey !== undefined) return (await authenticate.device(headers.deviceKey)) ?? { kind: 'nobody' }
  return { kind: 'nobody' }
}

export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? null
}

/**
 * The one place where access is enforced (design, section 4: "Who may call is decided before the input is looked at").
 * @throws {Problem} UNAUTHORIZED, or the stage of verification that is missing.
 */
export function admit(access: Access, caller: Caller): void {
  if (access === 'public') return
  if (caller.kind === 'nobody') throw new Problem('UNAUTHORIZED')
  if (caller.kind === 'device') {
    if (access !== 'device') throw new Problem('FORBIDDEN')
    return
  }
  if (access === 'signed-in') return
  if (!caller.user.emailVerified) throw new Problem('EMAIL_NOT_VERIFIED')
  if (!caller.user.imeiVerified) throw new Problem('IMEI_NOT_VERIFIED')
}

/**
 * The demo account is everybody's: whatever its visitors could change for the next one is refused, unless its endpoint says
 * otherwise. What is public asks for no account.
 * @throws {Problem} DEMO_READ_ONLY
 */
export function keepDemo({ method, access, openToDemo }: DemoRule, caller: Caller): void {
  if (caller.kind !== 'user' || !caller.user.demo) return
  if (method !== 'GET' && access !== 'public' && openToDemo !== true) throw new Problem('DEMO_READ_ONLY')
}

type DemoRule = Pick<Endpoint, 'method' | 'access' | 'openToDemo'>
