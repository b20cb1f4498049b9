import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/auth/auth.ts'
import { useHasPreviousRoute } from '#web/app/start/route-history.ts'
import type { Screen } from '#web/app/start/screen.ts'
import styles from '#web/app/shell/Header.module.css'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { BackIcon, MenuIcon } from '#web/ui/pictures/icons.tsx'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { Logo } from '#web/ui/pictures/Logo.tsx'
import { paths } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'

interface HeaderProps {
  screen: Screen | undefined
  user: User | null
  /** Only with the name: it offers nothing. */
  neutral: boolean
}

export function Header({ screen, user, neutral }: HeaderProps) {
  const hasPrevious = useHasPreviousRoute()
  return (
    <header className={styles.header}>
      <Link to={paths.landing} className={styles.home} aria-label="Wegwarte, zur Startseite">
        <Logo className={user === null || neutral ? undefined : styles.withTitle} />
      </Link>
      {!neutral && (user === null ? <SignedOut /> : <SignedIn screen={screen} hasPrevious={hasPrevious} />)}
    </header>
  )
}

function SignedOut() {
  return (
    <nav className={styles.account} aria-label="Konto">
      <ButtonLink kind="quiet" to={paths.login}>
        Anmelden
      </ButtonLink>
      <ButtonLink kind="secondary" to={paths.register}>
        Registrieren
      </ButtonLink>
    </nav>
  )
}

const loadMenu = async () => (await import('#web/app/shell/NavigationMenu.tsx')).NavigationMenu
const NavigationMenu = lazyWithRetry(loadMenu)
/** Before it is pressed. Where the code does not arrive, the press asks again. */
const fetchMenu = () => void loadMenu().catch(() => undefined)

function SignedIn({ screen, hasPrevious }: { screen: Screen | undefined; hasPrevious: boolean }) {
  const navigate = useNavigate()
  const [menu, setMenu] = useState<'never-opened' | 'open' | 'closed'>('never-opened')
  const mayGoBack = hasPrevious && screen?.path !== paths.dashboard && screen?.path !== paths.landing
  return (
    <>
      {mayGoBack && (
        <button type="button" className={styles.iconButton} onClick={() => void navigate(-1)} aria-label="Zurück">
          <BackIcon />
        </button>
      )}
      <div className={styles.place}>
        <Breadcrumbs screen={screen} />
        {/* The heading itself is in the page, where it is read out and receives the focus. */}
        <p className={styles.title} aria-hidden="true">
          {screen?.title}
        </p>
      </div>
      <button
        type="button"
        className={styles.iconButton}
        onPointerEnter={fetchMenu}
        onFocus={fetchMenu}
        onClick={() => setMenu('open')}
        aria-haspopup="dialog"
        aria-expanded={menu === 'open'}
        aria-label="Menü öffnen"
      >
        <MenuIcon />
      </button>
      {menu !== 'never-opened' && (
        <Suspense>
          <NavigationMenu opened={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </>
  )
}

/**
 * „Dashboard“ alone, „Dashboard > page“ below it, or only the page (specification, section 2). A page alone is what the
 * title right below says already: then they are read out, and not drawn a second time.
 */
function Breadcrumbs({ screen }: { screen: Screen | undefined }) {
  if (screen?.breadcrumbs === undefined) return null
  return (
    <nav aria-label="Brotkrumen" className={screen.breadcrumbs === 'page' ? 'visually-hidden' : undefined}>
      <ol className={styles.breadcrumbs}>
        {screen.breadcrumbs === 'dashboard' && (
          <li>
            <Link to={paths.dashboard}>Dashboard</Link>
          </li>
        )}
        <li aria-current="page">{screen.title}</li>
      </ol>
    </nav>
  )
}
