import { neighbourOf, type RangeChoice, rangePresets } from './history-range.ts'
import styles from './RangeSteps.module.css'
import { historyTexts } from './history-texts.ts'
import { trackingTexts } from './texts.ts'
import { BackIcon } from '#web/kit/icons.tsx'

interface RangeStepsProps {
  choice: RangeChoice
  now: Date
  onShow(choice: RangeChoice): void
}

/** One press to the usual ranges, and from any range to the one before or after it. */
export function RangeSteps({ choice, now, onShow }: RangeStepsProps) {
  const { presets, presetNames } = trackingTexts.range
  const chosen = 'preset' in choice ? choice.preset : null
  return (
    <div className={styles.steps}>
      <div className={styles.presets} role="group" aria-label={presets}>
        {rangePresets.map((preset) => (
          <button
            key={preset}
            type="button"
            className={styles.preset}
            aria-pressed={preset === chosen}
            onClick={() => onShow({ preset })}
          >
            {presetNames[preset]}
          </button>
        ))}
      </div>
      <div className={styles.arrows}>
        <Arrow label={historyTexts.range.earlier} target={neighbourOf(choice, -1, now)} onShow={onShow} />
        <Arrow label={historyTexts.range.later} target={neighbourOf(choice, 1, now)} onShow={onShow} />
      </div>
    </div>
  )
}

interface ArrowProps {
  label: string
  /** Null where there is nothing to go to. */
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
