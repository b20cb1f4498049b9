import type { ReactNode } from 'react'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import styles from './EmptyState.module.css'
import { RetryIcon } from '#web/ui/pictures/icons.tsx'
import { Notice } from './Notice.tsx'
import { generalTexts } from '#web/texts/general.ts'

interface EmptyStateProps {
  title: string
  children: ReactNode
  /** What can be done about it. */
  actions?: ReactNode
  level?: 2 | 3
}

/** Says that there is nothing yet, and what can be done about it. */
export function EmptyState({ title, children, actions, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.empty}>
      <EmptyRoad />
      <Heading>{title}</Heading>
      <p className={styles.text}>{children}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

interface LoadFailureProps {
  /** What could not be loaded; without it, the error speaks for itself. */
  title?: string
  error?: unknown
  onRetry: () => void
  busy?: boolean
}

/** Something could not be loaded; with the way to try again. */
export function LoadFailure({ title, error, onRetry, busy = false }: LoadFailureProps) {
  return (
    <Notice
      kind="danger"
      {...(title !== undefined && { title })}
      actions={
        <Button kind="secondary" onClick={onRetry} busy={busy}>
          <RetryIcon />
          {generalTexts.retry}
        </Button>
      }
    >
      {error !== undefined && messageOf(error)}
    </Notice>
  )
}

function EmptyRoad() {
  return (
    <svg className={styles.picture} viewBox="0 0 96 56" aria-hidden="true">
      <path d="M38 4h20l34 50H4z" fill="var(--color-asphalt)" />
      <path d="M47 8h2l.6 8h-3.2zM46.2 22h3.6l.9 11h-5.4zM45 40h6l1.2 14h-8.4z" fill="var(--color-marking)" />
      <path d="M80 20h5v22h-5z" fill="var(--color-marking)" stroke="var(--color-line-strong)" />
      <path d="M80 25l5-3v6l-5 3z" fill="#23272e" />
    </svg>
  )
}
