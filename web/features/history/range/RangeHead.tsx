import type { ReactNode } from 'react'
import { neighbourOf, type RangeChoice } from './history-range.ts'
import styles from './RangeHead.module.css'
import { rangeInWords } from './range-words.ts'
import { historyTexts } from '../texts.ts'
import { BackIcon } from '#web/ui/pictures/icons.tsx'

interface RangeHeadProps {
  choice: RangeChoice
  now: Date
  onShow(choice: RangeChoice): void
  /** What was found in it, in a few words. */
  children: ReactNode
}

/** Which time is shown, and one press to the same length of time before or after it. */
export function RangeHead({ choice, now, onShow, children }: RangeHeadProps) {
  const { earlier, later } = historyTexts.range
  return (
    <div className={styles.head}>
      <Arrow label={earlier} target={neighbourOf(choice, -1, now)} onShow={onShow} />
      <div>
        <h2 className={styles.title}>{rangeInWords(choice, now)}</h2>
        {children}
      </div>
      <Arrow label={later} target={neighbourOf(choice, 1, now)} onShow={onShow} />
    </div>
  )
}

interface ArrowProps {
  label: string
  /** Null if there is nothing to go to. */
  target: RangeChoice | null
  onShow(choice: RangeChoice): void
}

function Arrow({ label, target, onShow }: ArrowProps) {
  return (
    <button
      type="button"
      className={styles.arrow}
      aria-label={label}
      title={label}
      aria-disabled={target === null || undefined}
      onClick={() => target !== null && onShow(target)}
    >
      <BackIcon />
    </button>
  )
}
