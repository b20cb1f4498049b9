import type { ReactNode } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import styles from './road-signs.module.css'
import { black, type SignProps, yellow } from './sign-colours.ts'

/* What screens behind the sign-in are known by: a road sign where it means that, else a drawing. Those of the first page are in road-signs.tsx. */

/** Sign 310, where a town begins: one's own place. */
export function TownSign({ className }: SignProps) {
  return (
    <svg className={className} viewBox="0 0 108 72" aria-hidden="true">
      <rect x="2" y="6" width="104" height="60" rx="7" fill={yellow} />
      <rect x="5" y="9" width="98" height="54" rx="5" fill="none" stroke={black} strokeWidth="3" />
      <text x="54" y="45" textAnchor="middle" fill={black} className={styles.text}>
        Konto
      </text>
    </svg>
  )
}

/** A lock, in the lines of the tab bar: no road sign means what it means. */
export function LockDrawing({ className }: SignProps) {
  return (
    <LineDrawing className={className}>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V7a4 4 0 0 1 8 0v3.5M12 14.5v2.5" />
    </LineDrawing>
  )
}

/** A folder: what is kept about somebody. */
export function FolderDrawing({ className }: SignProps) {
  return (
    <LineDrawing className={className}>
      <path d="M3.5 18.5v-12a1.5 1.5 0 0 1 1.5-1.5h4.5l2 2.5H19a1.5 1.5 0 0 1 1.5 1.5v9.5a1.5 1.5 0 0 1-1.5 1.5H5a1.5 1.5 0 0 1-1.5-1.5z" />
    </LineDrawing>
  )
}

/** An envelope: what was sent to somebody. */
export function EnvelopeDrawing({ className }: SignProps) {
  return (
    <LineDrawing className={className}>
      <rect x="3.5" y="5.5" width="17" height="13" rx="1.5" />
      <path d="M4 7l8 6 8-6" />
    </LineDrawing>
  )
}

function LineDrawing({ className, children }: SignProps & { children: ReactNode }) {
  return (
    <svg className={classes(className, styles.lines)} viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}
