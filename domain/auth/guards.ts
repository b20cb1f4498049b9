import type { User } from '#contract/auth/auth.ts'

/**
 * Who a screen is for.
 * - `public`: everybody.
 * - `signed-out`: visitors who are not signed in; others go where they wanted to, or to their dashboard.
 * - `signed-in`: users who are signed in and verified.
 */
export type ScreenAccess = 'public' | 'signed-out' | 'signed-in'

export interface Visit {
  path: string
  /** The query with its question mark, or empty. */
  search: string
  /** The part after the `#`, with it, if the visit begins with one. */
  hash?: string
  access: ScreenAccess
}

export interface Visitor {
  user: Pick<User, 'email' | 'emailVerified' | 'imeiVerified'> | null
  /** The address that is being verified in this browser. */
  pendingEmail: string | null
}

export type Admission = 'allow' | { redirect: string }

const screens = {
  landing: '/',
  login: '/login',
  dashboard: '/dashboard',
  emailVerification: '/email-verification',
  imeiVerification: '/imei-verification',
  notFound: '/404',
}

/** Other names of screens (specification, section 2), in lower case. */
export const aliases: Readonly<Record<string, string>> = {
  '/auth/login': '/login',
  '/auth/register': '/register',
  '/verify': '/email-verification',
  '/imei': '/imei-verification',
}

/**
 * Where an address leads that is no screen: to the screen that it is another name of, with its query, or to „not found“.
 */
export function redirectOfUnknownPath(path: string, search: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  const screen = aliases[path.slice(0, end).toLowerCase()]
  return screen === undefined ? screens.notFound : screen + search
}

/** Whether a visitor may see a screen, or where to go instead (specification, section 2, "Navigation guards"). */
export function admitVisit(visit: Visit, visitor: Visitor): Admission {
  const { user } = visitor
  if (user === null && visit.access === 'signed-in')
    return { redirect: loginThen(visit.path + visit.search + (visit.hash ?? '')) }
  if (user !== null && visit.access === 'signed-out') {
    const asked = visit.path === screens.login ? new URLSearchParams(visit.search).get('redirect') : null
    return { redirect: redirectTarget(asked) }
  }
  // Legal pages, help and the like are for everybody, at any stage of the registration.
  if (user !== null && (visit.access === 'signed-in' || visit.path === screens.landing)) {
    if (!user.emailVerified) return { redirect: screens.emailVerification }
    if (!user.imeiVerified) return { redirect: screens.imeiVerification }
  }
  if (visit.path === screens.imeiVerification && emailToVerify(visit.search, visitor) === null) {
    return { redirect: screens.emailVerification }
  }
  return 'allow'
}

/**
 * The address whose IMEI or e-mail is being verified: from the query, stored, or of the signed-in user who still has to
 * verify it.
 */
export function emailToVerify(search: string, { user, pendingEmail }: Visitor): string | null {
  const asked = new URLSearchParams(search).get('email')
  if (asked !== null && asked !== '') return asked
  if (pendingEmail !== null) return pendingEmail
  return user !== null && !(user.emailVerified && user.imeiVerified) ? user.email : null
}

export function loginThen(target: string): string {
  return `${screens.login}?${new URLSearchParams({ redirect: target }).toString()}`
}

/**
 * Where to go after signing in. Only a path of our own is followed: `//evil.example`, `https:…`, and what browsers turn
 * into these (backslashes for slashes, tabs and line breaks dropped) lead to the dashboard.
 */
export function redirectTarget(redirect: string | null): string {
  const isOwnPath = redirect !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(redirect)
  return isOwnPath ? redirect : screens.dashboard
}

export type RegistrationStep = 'none' | 'email-pending' | 'imei-pending' | 'completed'

/** How far a visitor's registration has come (specification, section 4). */
export function registrationStep({ user, pendingEmail }: Visitor): RegistrationStep {
  if (user === null) return pendingEmail === null ? 'none' : 'email-pending'
  if (!user.emailVerified) return 'email-pending'
  return user.imeiVerified ? 'completed' : 'imei-pending'
}
