import type { ReactNode } from 'react'
import type { To } from 'react-router'
import styles from './ThumbLink.module.css'
import { Link } from '#web/ui/controls/Link.tsx'

interface ThumbLinkProps {
  to: To
  icon: ReactNode
  children: ReactNode
}

/** Leads to another part of the screen, in reach of the thumb. */
export function ThumbLink({ to, icon, children }: ThumbLinkProps) {
  return (
    <Link className={styles.thumb} to={to}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}
