import type { FormEvent } from 'react'
import type { TrackFormat } from '#contract/tracking.ts'
import { DownloadChoice } from './DownloadChoice.tsx'
import { fieldsOf, type RangeChoice, type RangeMistakes } from './history-range.ts'
import styles from './RangeForm.module.css'
import { RangeSteps } from './RangeSteps.tsx'
import { trackingTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { useNow } from '#web/kit/clock.ts'
import { TextField } from '#web/kit/TextField.tsx'

interface RangeFormProps {
  choice: RangeChoice
  mistakes: RangeMistakes
  searching: boolean
  downloading: boolean
  /** Somebody turns to it, by pointer or by key. */
  onApproach(): void
  onChoose(choice: RangeChoice): void
  /** At once, without asking for more. */
  onShow(choice: RangeChoice): void
  onSearch(): void
  onDownload(format: TrackFormat): void
}

const texts = trackingTexts.range

/** From when to when: by a preset or to the minute, in German time. */
export function RangeForm(props: RangeFormProps) {
  const { choice, mistakes, searching, downloading, onApproach, onChoose, onShow, onSearch, onDownload } = props
  const now = useNow(60_000)
  const fields = fieldsOf(choice, now)
  const search = (event: FormEvent) => {
    event.preventDefault()
    onSearch()
  }
  return (
    <form className={styles.form} onSubmit={search} onPointerEnter={onApproach} onFocus={onApproach} noValidate>
      <RangeSteps choice={choice} now={now} onShow={onShow} />
      <div className={styles.fields}>
        <TextField
          type="datetime-local"
          label={texts.from}
          value={fields.from}
          max={fields.to}
          error={mistakes.from}
          onChange={(event) => onChoose({ ...fields, from: event.currentTarget.value })}
        />
        <TextField
          type="datetime-local"
          label={texts.to}
          value={fields.to}
          min={fields.from}
          error={mistakes.to}
          onChange={(event) => onChoose({ ...fields, to: event.currentTarget.value })}
        />
      </div>
      <p className={styles.zone}>{texts.zone}</p>
      <div className={styles.actions}>
        <Button type="submit" busy={searching}>
          {texts.search}
        </Button>
      </div>
      <DownloadChoice downloading={downloading} onDownload={onDownload} />
    </form>
  )
}
