import type { ReportType } from '#contract/poi-reports/poi-reports.ts'
import { mayHaveEnd } from '#domain/poi-reports/poi-reports.ts'
import { hasSpeed, type ReportDetails, signedSpeeds } from './report-form.ts'
import { reportTexts } from './texts.ts'
import styles from './ReportDialog.module.css'
import { compassNames } from '#web/texts/formats.ts'
import { TimeField } from '#web/ui/fields/TimeField.tsx'
import { Select } from '#web/ui/fields/Select.tsx'

interface ReportFieldsProps {
  type: ReportType
  values: ReportDetails
  /** What is wrong with the end, if something is. */
  endError: string | null
  onChange(values: ReportDetails): void
}

const texts = reportTexts.dialog

/** Optional details of a POI report, beyond its type and place. */
export function ReportFields({ type, values, endError, onChange }: ReportFieldsProps) {
  return (
    <div className={styles.fields}>
      {hasSpeed(type) && (
        <Select
          label={texts.speed}
          value={values.speed}
          onChange={(event) => onChange({ ...values, speed: event.currentTarget.value })}
        >
          <option value="">{texts.speedUnknown}</option>
          {speedsWith(values.speed).map((speed) => (
            <option key={speed} value={`${speed}`}>
              {texts.kmh(speed)}
            </option>
          ))}
        </Select>
      )}
      <Select
        label={texts.direction}
        value={nearestDirection(values.direction)}
        onChange={(event) => onChange({ ...values, direction: event.currentTarget.value })}
      >
        <option value="">{texts.directionUnknown}</option>
        {compassNames.map((name, index) => (
          <option key={name} value={`${index * 45}`}>
            {name}
          </option>
        ))}
      </Select>
      {mayHaveEnd(type) && (
        <TimeField
          label={texts.end}
          description={texts.endHint}
          value={values.end}
          ifTwice="last"
          error={endError}
          onChange={(end) => onChange({ ...values, end })}
        />
      )}
    </div>
  )
}

/** A limit that is on no sign, but was set before, stays in the list. */
function speedsWith(speed: string): number[] {
  const own = Number(speed)
  return speed === '' || signedSpeeds.includes(own) ? signedSpeeds : [...signedSpeeds, own].toSorted((a, b) => a - b)
}

/** A direction that a device measured to the degree is shown as the nearest of the eight. */
function nearestDirection(direction: string): string {
  return direction === '' ? '' : `${(Math.round(Number(direction) / 45) % 8) * 45}`
}
