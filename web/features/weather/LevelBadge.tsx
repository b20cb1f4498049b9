import type { WarningLevel } from '#contract/weather.ts'
import styles from './LevelBadge.module.css'
import { warningTexts } from './texts.ts'
import { warningLevelNames } from '#web/texts/pois.ts'

/** A warning's level in word, colour and as filled steps; of advance information, that it is none. */
export function LevelBadge({ level, advance }: { level: WarningLevel; advance: boolean | undefined }) {
  if (advance === true) {
    return (
      <span className={styles.badge} data-advance>
        {warningTexts.advance(level, warningLevelNames[level])}
      </span>
    )
  }
  return (
    <span className={styles.badge} data-level={level}>
      <svg className={styles.steps} viewBox="0 0 20 14" aria-hidden="true">
        {steps.map((step) => (
          <rect
            key={step}
            x={(step - 1) * 5}
            y={11 - step * 2.5}
            width="4"
            height={3 + step * 2.5}
            rx="0.8"
            opacity={step <= level ? 1 : 0.3}
          />
        ))}
      </svg>
      {warningTexts.level(level, warningLevelNames[level])}
    </span>
  )
}

const steps = [1, 2, 3, 4]
