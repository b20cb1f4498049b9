import { type ReactNode, useState } from 'react'
import styles from './NumberSlider.module.css'
import { configurationTexts } from '../texts.ts'
import { digitsOf, formatNumber } from '#web/texts/formats.ts'
import { StopIcon } from '#web/ui/pictures/icons.tsx'

interface NumberSliderProps {
  /** Of the field that is typed into. */
  id: string
  label: string
  /** NaN while nothing is typed. */
  value: number
  least: number
  most: number
  step: number
  /** The value with its unit, as it is read out. */
  spoken(value: string): string
  problem: string | null
  onChange(value: number): void
  /** What the value means; if it is invalid, the problem is shown instead. */
  children: ReactNode
}

/** A whole number, to be dragged roughly or typed exactly. */
export function NumberSlider(props: NumberSliderProps) {
  const { id, label, value, least, most, step, spoken, problem, onChange, children } = props
  const [typing, setTyping] = useState(false)
  const onTrack = Number.isNaN(value) ? least : Math.min(most, Math.max(least, value))
  // A number that is still being typed is not wrong yet.
  const shownProblem = typing ? null : problem
  const type = (text: string) => {
    setTyping(true)
    const digits = digitsOf(text)
    onChange(digits === '' ? NaN : Number(digits))
  }
  return (
    <div className={styles.slider}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        type="range"
        className={styles.range}
        aria-label={configurationTexts.distance.slider(label)}
        aria-valuetext={spoken(formatNumber(onTrack))}
        min={least}
        max={most}
        step={step}
        value={onTrack}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <input
        id={id}
        className={styles.field}
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(most).length}
        value={Number.isNaN(value) ? '' : String(value)}
        aria-invalid={shownProblem !== null || undefined}
        aria-describedby={`${id}-meaning`}
        onBlur={() => setTyping(false)}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {/* Always of the same height: otherwise the button that is being clicked would move away when the field is left. */}
      <div className={styles.meaning} id={`${id}-meaning`}>
        {problem === null && children}
        {shownProblem !== null && (
          <p className={styles.problem}>
            <StopIcon />
            {shownProblem}
          </p>
        )}
      </div>
    </div>
  )
}
