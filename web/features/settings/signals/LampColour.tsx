import { useId } from 'react'
import groups from '../groups.module.css'
import styles from './LampColour.module.css'
import { configurationTexts, lampColours } from '../texts.ts'
import { Small } from '#web/ui/layout/Small.tsx'

interface LampColourProps {
  /** `#rrggbb` */
  colour: string
  readOnly: boolean
  onChange(colour: string): void
}

const texts = configurationTexts.colour

/** The colour of a category's lamp: one of a few that are easy to distinguish, or any other. */
export function LampColour({ colour, readOnly, onChange }: LampColourProps) {
  const name = useId()
  const known = lampColours.find(({ value }) => value === colour.toLowerCase())
  return (
    <fieldset className={groups.group} disabled={readOnly}>
      <legend className={groups.legend}>{texts.legend}</legend>
      <div className={styles.colours}>
        {lampColours.map(({ value, name: word }) => (
          <label key={value} className={styles.colour} title={word}>
            <input
              type="radio"
              name={name}
              className={styles.lamp}
              style={{ color: value }}
              aria-label={word}
              checked={known?.value === value}
              onChange={() => onChange(value)}
            />
          </label>
        ))}
        <label className={styles.own}>
          <input
            type="color"
            className={styles.picker}
            value={colour}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <span>{texts.own}</span>
        </label>
      </div>
      <Small>{texts.chosen(known?.name ?? colour)}</Small>
    </fieldset>
  )
}
