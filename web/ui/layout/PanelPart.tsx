import { type ReactNode, useId } from 'react'
import styles from './PanelPart.module.css'
import { Stack } from './Stack.tsx'

interface PanelPartProps {
  title: string
  /** Right below the title. */
  note?: ReactNode
  children: ReactNode
}

/** A list beside the map, under its heading. */
export function PanelPart({ title, note, children }: PanelPartProps) {
  const titleId = useId()
  return (
    <Stack as="section" gap={2} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {note}
      </div>
      {children}
    </Stack>
  )
}
