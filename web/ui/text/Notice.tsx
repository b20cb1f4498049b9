import type { ReactNode } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import { CheckIcon, InfoIcon, StopIcon, WarningIcon } from '#web/ui/pictures/icons.tsx'
import styles from './Notice.module.css'

export type NoticeKind = 'info' | 'success' | 'warning' | 'danger'

interface NoticeProps {
  kind: NoticeKind
  title?: string
  children?: ReactNode
  /** Links and buttons that lead on. */
  actions?: ReactNode
  /** False if it was there from the beginning: then it is not announced. */
  live?: boolean
}

/** A box that says what happened and what to do next. Problems are read out at once, the rest when there is time. */
export function Notice({ kind, title, children, actions, live = true }: NoticeProps) {
  const Icon = iconOf[kind]
  const role = kind === 'danger' ? 'alert' : 'status'
  return (
    <div className={classes(styles.notice, styles[kind])} role={live ? role : undefined}>
      <Icon className={styles.icon} />
      <div className={styles.content}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}

const iconOf = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: StopIcon }
