import { zoneOfDoubledHour } from '#domain/time/time.ts'
import {
  type IfTwice,
  instantOfTyped,
  instantsOfTyped,
  isSkipped,
  skippedTime,
  typedTime,
} from '#domain/time/typed-time.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'
import { Select } from './Select.tsx'

interface TimeFieldProps extends Omit<TextFieldProps, 'type' | 'value' | 'min' | 'max' | 'onChange'> {
  label: string
  /** As `domain/time/typed-time.ts` says; empty where nothing is typed. */
  value: string
  min?: string
  max?: string
  /** Which is meant in the hour that comes twice, as long as its user has not chosen. */
  ifTwice: IfTwice
  onChange(value: string): void
}

const texts = {
  which: (label: string) => `${label}: welche der beiden Zeiten?`,
  zones: { MESZ: 'Sommerzeit', MEZ: 'Winterzeit' },
} as const

/** Day and time in Germany. In the hour that comes twice in October it asks which; of one that is skipped in March it says so. */
export function TimeField({ value, min, max, ifTwice, label, error, onChange, ...rest }: TimeFieldProps) {
  const wall = value.slice(0, 16)
  const both = instantsOfTyped(wall)
  return (
    <>
      <TextField
        {...rest}
        type="datetime-local"
        label={label}
        value={wall}
        min={min?.slice(0, 16)}
        max={max?.slice(0, 16)}
        error={isSkipped(value) ? skippedTime : error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {both.length > 1 && (
        <Select
          label={texts.which(label)}
          value={instantOfTyped(value, ifTwice) ?? ''}
          onChange={(event) => onChange(typedTime(event.currentTarget.value))}
        >
          {both.map((instant) => (
            <option key={instant} value={instant}>
              {inWords(instant)}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}

/** `02:30 Uhr (Sommerzeit)` */
function inWords(instant: string): string {
  const zone = zoneOfDoubledHour(new Date(instant))
  return `${typedTime(instant).slice(11, 16)} Uhr${zone === null ? '' : ` (${texts.zones[zone]})`}`
}
