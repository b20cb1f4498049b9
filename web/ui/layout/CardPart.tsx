import type { ReactNode } from 'react'
import styles from './CardPart.module.css'
import { Stack } from './Stack.tsx'

/** A part of a card, under a heading of its own; without a title, only set apart. */
export function CardPart({ title, children }: { title?: string; children: ReactNode }) {
  if (title === undefined) return <Stack gap={2}>{children}</Stack>
  return (
    <Stack as="section" gap={2} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </Stack>
  )
}
