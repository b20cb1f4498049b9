import { useId } from 'react'
import type { PoiCategory } from '#contract/pois/pois.ts'
import type { CategorySettings } from '#contract/settings/settings.ts'
import { warningDistanceLimits } from '#contract/settings/warning-distance-limits.ts'
import { metresAhead, secondsAhead } from '#domain/pois/warning-distance.ts'
import { distanceProblem, fieldId, type Measure } from '../draft-problems.ts'
import groups from '../groups.module.css'
import { NumberSlider } from '../signals/NumberSlider.tsx'
import { configurationTexts } from '../texts.ts'
import styles from './WarningDistanceChoice.module.css'
import { formatNumber } from '#web/texts/formats.ts'
import { RadioTile } from '#web/ui/controls/RadioTile.tsx'

interface WarningDistanceChoiceProps {
  category: PoiCategory
  settings: CategorySettings
  stored: CategorySettings
  readOnly: boolean
  onChange(changes: Partial<CategorySettings>): void
}

const texts = configurationTexts.distance
const { leastMetres, mostMetres, leastSeconds, mostSeconds } = warningDistanceLimits

const measures = {
  metres: { label: texts.metresLabel, spoken: texts.metresSpoken, least: leastMetres, most: mostMetres, step: 50 },
  seconds: { label: texts.secondsLabel, spoken: texts.secondsSpoken, least: leastSeconds, most: mostSeconds, step: 1 },
}

/** How early a category warns: metres, or seconds at the present speed; with what that means. */
export function WarningDistanceChoice({ category, settings, stored, readOnly, onChange }: WarningDistanceChoiceProps) {
  const { measure } = settings
  const { label, spoken, least, most, step } = measures[measure]
  const problem = distanceProblem(measure, settings[measure])

  const choose = (chosen: Measure) =>
    // A half-typed value would be hidden there and prevent saving the form.
    onChange({ measure: chosen, ...(problem !== null && { [measure]: stored[measure] }) })

  return (
    <fieldset className={groups.group} disabled={readOnly}>
      <legend className={groups.legend}>{texts.legend}</legend>
      <MeasureChoice measure={measure} onChoose={choose} />
      <NumberSlider
        key={measure}
        id={fieldId({ category, field: measure })}
        label={label}
        value={settings[measure]}
        least={least}
        most={most}
        step={step}
        spoken={spoken}
        problem={problem}
        onChange={(value) => onChange({ [measure]: value })}
      >
        <Examples settings={settings} />
      </NumberSlider>
    </fieldset>
  )
}

function MeasureChoice({ measure, onChoose }: { measure: Measure; onChoose(measure: Measure): void }) {
  const name = useId()
  const choices = [
    { value: 'metres', word: texts.metres, detail: texts.metresDetail },
    { value: 'seconds', word: texts.seconds, detail: texts.secondsDetail },
  ] as const
  return (
    <div className={styles.measures}>
      {choices.map(({ value, word, detail }) => (
        <RadioTile key={value} roomy name={name} checked={measure === value} onChange={() => onChoose(value)}>
          <span className={styles.words}>
            {word}
            <span className={styles.detail}>{detail}</span>
          </span>
        </RadioTile>
      ))}
    </div>
  )
}

const slow = 50
const middle = 100
const fast = 130

/** The setting, worked out for common speeds. */
function Examples({ settings }: { settings: CategorySettings }) {
  const { measure, metres, seconds } = settings
  const inOther = (speed: number) =>
    measure === 'metres'
      ? `${formatNumber(secondsAhead(settings, speed))} s`
      : `${formatNumber(metresAhead(settings, speed))} m`
  const example =
    measure === 'metres'
      ? texts.metresExample(formatNumber(metres), formatNumber(middle), formatNumber(secondsAhead(settings, middle)))
      : texts.secondsExample(formatNumber(seconds), formatNumber(middle), formatNumber(metresAhead(settings, middle)))
  return (
    <p className={styles.example}>
      <strong>{example}</strong> {texts.others(inOther(slow), inOther(fast))}
    </p>
  )
}
