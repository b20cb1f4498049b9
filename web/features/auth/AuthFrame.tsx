import type { ReactNode } from 'react'
import styles from './AuthFrame.module.css'
import { Logo } from '#web/ui/pictures/Logo.tsx'
import { paths } from '#web/browser/paths.ts'
import { RoadPicture } from '#web/ui/pictures/RoadPicture.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

interface AuthFrameProps {
  title: string
  children: ReactNode
  /** Below the form: the way to the other screens. */
  foot: ReactNode
}

/** The frame of the screens without header and footer: the form, with a picture of the road beside it. */
export function AuthFrame({ title, children, foot }: AuthFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.column}>
        <Link to={paths.landing} className={styles.home} aria-label="Wegwarte, zur Startseite">
          <Logo />
        </Link>
        <div className={styles.content}>
          <h1 tabIndex={-1}>{title}</h1>
          {children}
        </div>
        <div className={styles.foot}>{foot}</div>
        <ul className={styles.legal}>
          <li>
            <Link to={paths.imprint}>Impressum</Link>
          </li>
          <li>
            <Link to={paths.privacy}>Datenschutz</Link>
          </li>
        </ul>
      </div>
      <div className={styles.picture}>
        <RoadPicture />
      </div>
    </div>
  )
}
