import type { User } from '#contract/auth/auth.ts'
import type { Access, Endpoint } from '#contract/base/endpoint.ts'
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

export interface Nobody {
  kind: 'nobody'
}

export type Caller = SignedIn | KnownDevice | Recipient | Nobody

/** The callers that a handler can get, by the endpoint's access. */
export type CallerOf<A extends Access> = A extends 'public'
  ? Caller
  : A extends 'device'
    ? SignedIn | KnownDevice
    : A extends 'recipient'
      ? Recipient
      : SignedIn

/** Finds out who calls, from what the caller sent. The features that know sessions and devices look it up. */
export interface Authenticate {
  /** Null if the token is unknown or its session has ended or its account is disabled. */
  session(token: string): Promise<SignedIn | null>
  device(secret: string): Promise<KnownDevice | null>
  /** Null if the token is unknown or its share has ended. */
  recipient(token: string): Promise<Recipient | null>
}

/** Reads the caller from the request's headers. */
export async function identify(
  headers: { authorization?: string | undefined; deviceKey?: string | undefined },
  authenticate: Authenticate,
): Promise<Caller> {
  const token = bearerToken(headers.authorization)
  if (token?.startsWith(sharesServerLimits.tokenPrefix)) {
    return (await authenticate.recipient(token)) ?? { kind: 'nobody' }
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
 * wrong, ended and revoked tokens have one answer.
 */
export function admit(access: Access, caller: Caller): void {
  if (access === 'public') return
  if (access === 'recipient') {
    if (caller.kind !== 'recipient') throw new Problem('SHARE_OVER')
    return
  }
  if (caller.kind === 'nobody') throw new Problem('UNAUTHORIZED')
  if (caller.kind === 'recipient') throw new Problem('FORBIDDEN')
  if (caller.kind === 'device') {
    if (access !== 'device') throw new Problem('FORBIDDEN')
    return
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
