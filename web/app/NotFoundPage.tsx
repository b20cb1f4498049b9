import { useUser } from '#web/api/session/session.ts'
import styles from '#web/app/NotFoundPage.module.css'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { paths } from '#web/browser/paths.ts'
import { Row } from '#web/ui/layout/Row.tsx'

/** An address that leads nowhere: a dead end, with the way out of it. */
export function NotFoundPage() {
  const user = useUser()
  return (
    <div className={styles.page}>
      <DeadEndSign />
      <div className={styles.words}>
        <h1 tabIndex={-1}>Hier endet der Weg</h1>
        <p className={styles.text}>
          Diese Seite gibt es nicht (404). Vielleicht ist die Adresse unvollständig oder veraltet.
        </p>
        <Row gap={2}>
          {user === null ? (
            <ButtonLink to={paths.landing}>Zur Startseite</ButtonLink>
          ) : (
            <ButtonLink to={paths.dashboard}>Zum Dashboard</ButtonLink>
          )}
          <ButtonLink kind="secondary" to={paths.support}>
            Hilfe finden
          </ButtonLink>
        </Row>
      </div>
    </div>
  )
}

/** Traffic sign 357, dead end. */
function DeadEndSign() {
  return (
    <svg className={styles.sign} viewBox="0 0 120 190" aria-hidden="true">
      <path d="M56 112h8v76h-8z" fill="var(--color-line-strong)" />
      <rect x="4" y="4" width="112" height="112" rx="10" fill="#1f4fa3" stroke="#ffffff" strokeWidth="4" />
      <path d="M52 50h16v56H52z" fill="#ffffff" />
      <path d="M30 30h60v16H30z" fill="#d5342c" stroke="#ffffff" strokeWidth="3" />
    </svg>
  )
}
