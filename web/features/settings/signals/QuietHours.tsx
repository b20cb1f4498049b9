import type { WarningSettings } from '#contract/settings/settings.ts'
import { fieldId, timeProblem } from '../draft-problems.ts'
import styles from './QuietHours.module.css'
import { configurationTexts } from '../texts.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'

type Hours = WarningSettings['quietHours']

interface QuietHoursProps {
  quietHours: Hours
  stored: Hours
  readOnly: boolean
  onChange(quietHours: Hours): void
}

const texts = configurationTexts.quiet

/** When no sound is made. */
export function QuietHours({ quietHours, stored, readOnly, onChange }: QuietHoursProps) {
  const { enabled, from, to } = quietHours
  const wrong = { from: timeProblem('from', from), to: timeProblem('to', to) }

  const switchTo = (on: boolean) =>
    // A half-typed time would be hidden behind the switch and prevent saving the form.
    onChange({
      enabled: on,
      from: wrong.from === null ? from : stored.from,
      to: wrong.to === null ? to : stored.to,
    })

  return (
    <Card title={texts.title}>
      <FieldGroup legend={texts.title} hiddenLegend disabled={readOnly} gap={3}>
        <Check checked={enabled} onChange={(event) => switchTo(event.currentTarget.checked)}>
          {texts.enabled}
        </Check>
        {enabled && (
          <div className={styles.times}>
            {(['from', 'to'] as const).map((field) => (
              <TextField
                key={field}
                id={fieldId({ category: null, field })}
                type="time"
                label={texts[field]}
                value={quietHours[field]}
                error={wrong[field]}
                onChange={(event) => onChange({ ...quietHours, [field]: event.currentTarget.value })}
              />
            ))}
          </div>
        )}
        {enabled && wrong.from === null && wrong.to === null && <p className={styles.span}>{spanOf(quietHours)}</p>}
        <Small>
          {texts.explained} {enabled && texts.zone}
        </Small>
      </FieldGroup>
    </Card>
  )
}

function spanOf({ from, to }: Hours): string {
  if (from === to) return texts.wholeDay
  return from < to ? texts.span(from, to) : texts.overnight(from, to)
}
