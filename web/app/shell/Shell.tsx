import { useEffect, useRef } from 'react'
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { useConfig } from '#web/api/config.ts'
import { useUser } from '#web/api/session.ts'
import { tellPageView } from '#web/app/analytics.ts'
import { type Screen, screenOf } from '#web/app/screens.ts'
import { Footer } from '#web/app/shell/Footer.tsx'
import { Header } from '#web/app/shell/Header.tsx'
import { Messages } from '#web/app/shell/Messages.tsx'
import styles from '#web/app/shell/Shell.module.css'
import { Logo } from '#web/kit/Logo.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'

/** What stands around every screen. */
export function Shell() {
  const screen = useScreen()
  const user = useUser()
  const underWay = useNavigation().state !== 'idle'
  useAfterNavigation(screen)
  useBlockedDevtools()
  const framed = screen?.bare !== true
  const titleInHeader = framed && user !== null
  return (
    <div className={styles.shell} data-title-in-header={titleInHeader || undefined}>
      <a className={styles.skip} href="#inhalt">
        Zum Inhalt springen
      </a>
      <div className={styles.progress} data-under-way={underWay || undefined} />
      {framed && <Header screen={screen} user={user} />}
      <main id="inhalt" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {framed && <Footer />}
      <Messages />
      <ScrollRestoration getKey={scrollKey} />
    </div>
  )
}

/** Every first page of a tab has the same key: its path says which one it was. */
function scrollKey({ key, pathname }: Location): string {
  return key === 'default' ? pathname : key
}

/** The first moment, until it is clear who is here and what is shown. */
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

/** Says where one is now: in the browser's tab, to those who listen, and to the analytics. */
function useAfterNavigation(screen: Screen | undefined): void {
  const { pathname } = useLocation()
  const title = screen?.title
  const previous = useRef<string | null>(null)
  useEffect(() => {
    document.title = title === undefined ? 'Wegwarte' : `${title} – Wegwarte`
    if (previous.current === pathname) return
    const isFirst = previous.current === null
    previous.current = pathname
    tellPageView({ path: pathname, title: document.title })
    if (!isFirst) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [pathname, title])
}

function useBlockedDevtools(): void {
  const blocked = useConfig()?.blockDevtools === true
  useEffect(() => {
    if (!blocked) return undefined
    // Loaded after the first page, which needs none of it.
    const blocking = import('#web/app/block-devtools.ts').then(({ blockDevtools }) => blockDevtools(document))
    return () => void blocking.then((stop) => stop())
  }, [blocked])
}
