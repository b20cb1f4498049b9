import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { redirect } from 'react-router'
import { httpLimits } from '#contract/limits/http-limits.ts'
import { admitVisit, redirectOfUnknownPath } from '#domain/auth/guards.ts'
import { loadConfig } from '#web/api/calls/config.ts'
import { session } from '#web/api/session/session.ts'
import { ensureUser } from '#web/api/session/sign-in.ts'
import { ErrorScreen, UserUnknown } from '#web/app/ErrorScreen.tsx'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'
import { Shell, ShellOnItsWay } from '#web/app/shell/Shell.tsx'
import { NavigationFailed } from '#web/browser/lazy-with-retry.ts'

/** The router's table: the shell around every screen, each behind its guard and loaded when it is visited. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    HydrateFallback: ShellOnItsWay,
    ErrorBoundary: ErrorScreen,
    children: [
      {
        ErrorBoundary: ErrorScreen,
        children: [...screens.map(routeOf), { path: '*', loader: leadOn }],
      },
    ],
  },
]

function routeOf(screen: Screen): RouteObject {
  return {
    path: screen.path,
    handle: screen,
    loader: (visit) => guard(screen, visit),
    lazy: { Component: () => inTime(screen.load) },
  }
}

/** No screen is shown before it is clear who the visitor is and that they may see it. */
async function guard(screen: Screen, { request, params }: LoaderFunctionArgs): Promise<null> {
  const { access } = screen
  const path = screen.path.replace(/:(\w+)/, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const { pathname, search } = new URL(request.url)
  const hash = hashOfOpenedAddress(pathname)
  // The router accepts other spellings, too, but everything else knows a screen by one spelling of its address.
  if (pathname !== path) throw redirect(path + search + hash)
  if (access === 'signed-in' && session.current().token !== null) void prefetch(screen.path)
  // For signed-in users, ranges depend on the server's time: it is loaded before the screen.
  const [cause] = await Promise.all([
    ensureUser().then(noProblem, itself),
    access === 'signed-in' ? loadConfig() : null,
  ])
  // Public pages are shown to everybody, signed in or not.
  if (cause !== null && access !== 'public') throw new UserUnknown({ cause })
  const admission = admitVisit({ path, search, hash, access }, session.current())
  if (admission !== 'allow') throw redirect(admission.redirect)
  return null
}

/** Beside everything else. Where its code does not arrive, the screen asks for itself. */
async function prefetch(path: string): Promise<void> {
  try {
    const { sessionParts } = await import('./session-parts.ts')
    sessionParts.prefetch(path)
  } catch {
    // As above.
  }
}

const noProblem = () => null
const itself = (problem: unknown) => problem

/** The router's request has no hash; the address has one if the app was opened with it. During the build there is no address. */
function hashOfOpenedAddress(pathname: string): string {
  if (typeof window === 'undefined') return ''
  return pathname === window.location.pathname ? window.location.hash : ''
}

function leadOn({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  return redirect(redirectOfUnknownPath(pathname, search))
}

/** @throws {NavigationFailed} when the code does not arrive. */
async function inTime(load: Screen['load']): ReturnType<Screen['load']> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NavigationFailed()), httpLimits.chunkLoadTimeoutMs)
  })
  try {
    return await Promise.race([load(), tooLate])
  } catch (cause) {
    throw new NavigationFailed({ cause })
  } finally {
    clearTimeout(timer)
  }
}
