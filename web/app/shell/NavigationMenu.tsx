import { useUser } from '#web/api/session/session.ts'
import { isScreen } from '#web/app/start/screen-at.ts'
import { legalLinks } from '#web/app/shell/legal-links.ts'
import styles from '#web/app/shell/NavigationMenu.module.css'
import { classes } from '#web/ui/layout/classes.ts'
import { SignOutQuestion } from '#web/features/account/SignOutQuestion.tsx'
import { useSignOut } from '#web/features/account/use-sign-out.ts'
import { DialogWindow } from '#web/ui/dialog/DialogWindow.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths } from '#web/browser/paths.ts'
import { Link, AreaLink } from '#web/ui/controls/Link.tsx'

const sections = [
  {
    title: 'Hauptbereiche',
    links: [
      { to: paths.dashboard, label: 'Dashboard' },
      { to: paths.pois, label: 'POIs in der Umgebung' },
      { to: paths.tracking, label: 'Positionstracking' },
    ],
  },
  {
    title: 'Unterwegs',
    links: [
      { to: paths.routeCheck, label: 'Route prüfen' },
      { to: paths.ride, label: 'Fahrmodus' },
    ],
  },
  {
    title: 'Konfiguration',
    links: [
      { to: paths.devices, label: 'Geräte und Lizenzen' },
      { to: paths.poiConfiguration, label: 'POI-Konfiguration' },
    ],
  },
  { title: 'Konto', links: [{ to: paths.profile, label: 'Profil' }] },
]

interface NavigationMenuProps {
  opened: boolean
  onClose: () => void
}

/** The menu beside the page; it closes on navigation, on a click beside it and on Escape. */
export function NavigationMenu({ opened, onClose }: NavigationMenuProps) {
  const user = useUser()
  const signOut = useSignOut()
  return (
    <>
      <DialogWindow
        opened={opened}
        onClose={onClose}
        title="Menü"
        closeLabel="Menü schließen"
        className={styles.drawer}
      >
        <Stack as="nav" gap={5} aria-label="Hauptnavigation">
          {sections.map(({ title, links }) => (
            <Stack as="section" gap={1} key={title}>
              <h2 className={styles.title}>{title}</h2>
              <PlainList>
                {links
                  .filter(({ to }) => isScreen(to))
                  .map(({ to, label }) => (
                    <li key={to}>
                      <AreaLink to={to} className={classes(styles.link)} onClick={onClose}>
                        {label}
                      </AreaLink>
                    </li>
                  ))}
                {title === 'Konto' && (
                  <li>
                    <button
                      type="button"
                      className={styles.link}
                      onClick={() => {
                        onClose()
                        signOut.leave()
                      }}
                    >
                      Abmelden
                    </button>
                  </li>
                )}
              </PlainList>
            </Stack>
          ))}
        </Stack>
        <p className={styles.who}>Angemeldet als {user?.email ?? 'Benutzer'}</p>
        {/* The map has no footer, and these are two taps away from everywhere (§ 5 DDG). */}
        <p className={styles.legal}>
          {legalLinks.map(({ to, label }) => (
            <Link key={to} to={to} onClick={onClose}>
              {label}
            </Link>
          ))}
        </p>
      </DialogWindow>
      <SignOutQuestion {...signOut} />
    </>
  )
}
