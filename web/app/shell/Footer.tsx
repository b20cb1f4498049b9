import { useId, useState } from 'react'
import { useConfig } from '#web/api/calls/config.ts'
import { legalLinks } from '#web/app/shell/legal-links.ts'
import styles from '#web/app/shell/Footer.module.css'
import { Logo } from '#web/ui/pictures/Logo.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

/** The end of every page. On a phone, what leads away from the product is folded. */
export function Footer() {
  const config = useConfig()
  const [opened, setOpened] = useState(false)
  const moreId = useId()
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <Logo size={24} className={styles.logo} />
        <nav aria-label="Rechtliches und Hilfe">
          <ul className={styles.links}>
            {legalLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        {config !== null && config.contractLinks.length > 0 && (
          <ul className={`${styles.links} ${styles.contracts}`}>
            {config.contractLinks.map(({ name, url }) => (
              <li key={url}>
                <a href={url}>{name}</a>
              </li>
            ))}
          </ul>
        )}
        <button
          type="button"
          className={styles.more}
          aria-expanded={opened}
          aria-controls={moreId}
          onClick={() => setOpened(!opened)}
        >
          {opened ? 'Weniger' : 'Mehr'}
        </button>
        <ul id={moreId} className={styles.links} data-folded={!opened || undefined}>
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
