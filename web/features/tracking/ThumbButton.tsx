import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import styles from './ThumbButton.module.css'

interface ThumbProps {
  icon: ReactNode
  children: ReactNode
}

interface ThumbButtonProps extends ThumbProps {
  busy: boolean
  onClick(): void
}

/** One of a few large buttons in reach of the thumb. */
export function ThumbButton({ icon, busy, onClick, children }: ThumbButtonProps) {
  return (
    <button
      type="button"
      className={styles.thumb}
      aria-busy={busy || undefined}
      onClick={() => {
        if (!busy) onClick()
      }}
    >
      {icon}
      <span>{children}</span>
    </button>
  )
}

/** The same, leading to another part of the screen. */
export function ThumbLink({ to, icon, children }: ThumbProps & { to: To }) {
  return (
    <Link className={styles.thumb} to={to}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}
