import type { ReactNode } from 'react'
import styles from './SignLinks.module.css'
import { Link } from '#web/ui/controls/Link.tsx'

/** Links to other screens, each by the sign that it is known by. */
export function SignLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.links} aria-label={label}>
      {children}
    </nav>
  )
}

interface SignLinkProps {
  to: string
  sign: (props: { className: string | undefined }) => ReactNode
  /** What is there. */
  words?: string
  children: ReactNode
}

export function SignLink({ to, sign: Sign, words, children }: SignLinkProps) {
  return (
    <Link to={to} className={styles.link}>
      <Sign className={styles.sign} />
      <span className={styles.name}>{children}</span>
      {words !== undefined && <span className={styles.words}>{words}</span>}
    </Link>
  )
}
