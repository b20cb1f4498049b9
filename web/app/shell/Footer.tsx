import { Link } from 'react-router'
import { useConfig } from '#web/api/config.ts'
import { isScreen } from '#web/app/screens.ts'
import styles from '#web/app/shell/Footer.module.css'
import { Logo } from '#web/kit/Logo.tsx'
import { paths } from '#web/kit/paths.ts'

const links = [
  { to: paths.terms, label: 'AGB' },
  { to: paths.imprint, label: 'Impressum' },
  { to: paths.privacy, label: 'Datenschutz' },
  { to: paths.support, label: 'Support' },
  { to: paths.contact, label: 'Kontakt' },
]

export function Footer() {
  const config = useConfig()
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <Logo size={24} className={styles.logo} />
        <nav aria-label="Rechtliches und Hilfe">
          <ul className={styles.links}>
            {links
              .filter(({ to }) => isScreen(to))
              .map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
          </ul>
        </nav>
        <ul className={styles.links}>
          {config !== null && (
            <li>
              <a href={`mailto:${config.supportMail}`}>{config.supportMail}</a>
            </li>
          )}
          {config?.socialLinks.map(({ name, url }) => (
            <li key={url}>
              <a href={url} rel="noreferrer" target="_blank">
                {name}
                <span className="visually-hidden"> (öffnet in neuem Tab)</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
