import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { useConfig } from '#web/api/calls/config.ts'
import { session, useSession } from '#web/api/session/session.ts'
import { recordPageView } from '#web/app/start/analytics.ts'
import type { Screen } from '#web/app/start/screen.ts'
import { screenOf } from '#web/app/start/screen-at.ts'
import { useScrolling } from '#web/app/start/scrolling.ts'
import { Footer } from '#web/app/shell/Footer.tsx'
import { Header } from '#web/app/shell/Header.tsx'
import { Messages } from '#web/app/shell/Messages.tsx'
import styles from '#web/app/shell/Shell.module.css'
import { StepUp } from '#web/app/StepUp.tsx'
import { lazyExtra } from '#web/browser/lazy-with-retry.ts'
import { Logo } from '#web/ui/pictures/Logo.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'

/** What surrounds every screen. */
export function Shell() {
  const screen = useScreen()
  const { token, user } = useSession()
  const underWay = useNavigation().state !== 'idle'
  useAfterNavigation(screen)
  useBlockedDevtools()
  useScrolling()
  const framed = screen?.frame !== 'bare'
  // Nor where a session goes on, and the server does not say whose: „Anmelden“ would be wrong there.
  const neutral = screen?.frame === 'neutral' || (token !== null && user === null)
  const signedIn = framed && !neutral && user !== null
  return (
    <div
      className={styles.shell}
      data-title-in-header={signedIn || undefined}
      data-areas={signedIn || undefined}
      data-frame={screen?.frame}
    >
      <a className={styles.skip} href="#inhalt">
        Zum Inhalt springen
      </a>
      <div className={styles.progress} data-under-way={underWay || undefined} />
      <div className={styles.top}>
        {framed && <Header screen={screen} user={user} neutral={neutral} />}
        <Messages />
      </div>
      {signedIn && (
        <Suspense>
          <Areas />
        </Suspense>
      )}
      {signedIn && user.deletesAt !== undefined && (
        <Suspense>
          <GraceBanner deletesAt={user.deletesAt} />
        </Suspense>
      )}
      <main id="inhalt" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {framed && screen?.frame !== 'map' && <Footer />}
      {user !== null && <StepUp />}
    </div>
  )
}

/** Only who is signed in has areas to go to: others do not load this. */
const loadSessionParts = async () => (await import('#web/app/start/session-parts.ts')).sessionParts
const Areas = lazyExtra(async () => (await loadSessionParts()).Areas)
if (session.current().token !== null) loadSessionParts().catch(() => undefined)

/** Few accounts are about to be deleted: others do not load this. */
const GraceBanner = lazyExtra(async () => (await import('#web/features/account-deletion/GraceBanner.tsx')).GraceBanner)

/** Shown at first, until it is clear who the visitor is and which screen is shown. */
export function ShellOnItsWay() {
  return (
    <div className={styles.shell}>
      <div className={styles.waitingHeader}>
        <Logo />
      </div>
      <div className={styles.waitingMain}>
        <Skeleton lines={4} />
      </div>
    </div>
  )
}

function useScreen(): Screen | undefined {
  return screenOf(useMatches().at(-1)?.pathname ?? '')
}

/** Announces the current screen: in the browser's tab, to screen readers, and to the analytics. */
function useAfterNavigation(screen: Screen | undefined): void {
  const { pathname } = useLocation()
  const title = screen?.title
  const previous = useRef<string | null>(null)
  useEffect(() => {
    document.title = title === undefined ? 'Wegwarte' : `${title} – Wegwarte`
    if (previous.current === pathname) return
    const isFirst = previous.current === null
    previous.current = pathname
    recordPageView({ path: screen?.path ?? pathname, title: document.title })
    if (!isFirst) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [pathname, screen, title])
}

function useBlockedDevtools(): void {
  const blocked = useConfig()?.blockDevtools === true
  useEffect(() => {
    if (!blocked) return undefined
    // Loaded after the first page, which needs none of it.
    const blocking = import('#web/app/start/block-devtools.ts').then(
      ({ blockDevtools }) => blockDevtools(document),
      () => undefined,
    )
    return () => void blocking.then((stop) => stop?.())
  }, [blocked])
}
