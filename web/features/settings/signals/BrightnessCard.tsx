import { useId } from 'react'
import type { LedSettings } from '#contract/settings/settings.ts'
import styles from './BrightnessCard.module.css'
import { configurationTexts } from '../texts.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { formatNumber } from '#web/texts/formats.ts'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface BrightnessCardProps {
  led: LedSettings
  readOnly: boolean
  onChange(led: LedSettings): void
}

const texts = configurationTexts.brightness

/** How bright all lamps of a device are. */
export function BrightnessCard({ led, readOnly, onChange }: BrightnessCardProps) {
  const id = useId()
  const { brightness } = led
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        <div className={styles.head}>
          <label htmlFor={id}>{texts.label}</label>
          <output htmlFor={id} className={styles.value}>
            {formatNumber(brightness)} %
          </output>
        </div>
        <input
          id={id}
          type="range"
          className={styles.range}
          min={0}
          max={100}
          step={5}
          value={brightness}
          disabled={readOnly}
          aria-valuetext={texts.spoken(formatNumber(brightness))}
          onChange={(event) => onChange({ ...led, brightness: event.currentTarget.valueAsNumber })}
        />
        <Small>{brightness === 0 ? texts.off : texts.hint}</Small>
      </Stack>
    </Card>
  )
}
