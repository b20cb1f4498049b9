import { classes } from './classes.ts'
import styles from './Skeleton.module.css'
import { Stack } from './Stack.tsx'
import { generalTexts } from '#web/texts/general.ts'

interface SkeletonProps {
  /** Lines of text that will be here; 0 for one block (a card, a map). */
  lines?: number
  /** What is being loaded, for screen readers. */
  label?: string
}

/** A placeholder for something that is loading. */
export function Skeleton({ lines = 3, label = generalTexts.loading }: SkeletonProps) {
  if (lines === 0) return <div className={classes(styles.bar, styles.block)} role="status" aria-label={label} />
  return (
    <Stack gap={3} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles.bar} />
      ))}
    </Stack>
  )
}
