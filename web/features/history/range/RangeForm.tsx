import type { FormEvent } from 'react'
import { fieldsOf, type RangeChoice, type RangeMistakes } from './history-range.ts'
import styles from './RangeForm.module.css'
import { historyTexts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { TimeField } from '#web/ui/fields/TimeField.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

interface RangeFormProps {
  choice: RangeChoice
  now: Date
  mistakes: RangeMistakes
  searching: boolean
  onChoose(choice: RangeChoice): void
  onSearch(): void
}

const texts = historyTexts.range

/** From when to when, to the minute, in German time. */
export function RangeForm({ choice, now, mistakes, searching, onChoose, onSearch }: RangeFormProps) {
  const fields = fieldsOf(choice, now)
  const search = (event: FormEvent) => {
    event.preventDefault()
    onSearch()
  }
  return (
    <Stack as="form" gap={3} onSubmit={search} noValidate>
      <div className={styles.fields}>
        <TimeField
          label={texts.from}
          value={fields.from}
          max={fields.to}
          ifTwice="first"
          error={mistakes.from}
          onChange={(from) => onChoose({ ...fields, from })}
        />
        <TimeField
          label={texts.to}
          value={fields.to}
          min={fields.from}
          ifTwice="last"
          error={mistakes.to}
          onChange={(to) => onChoose({ ...fields, to })}
        />
      </div>
      <Small>{texts.zone}</Small>
      <Row gap={3}>
        <Button type="submit" busy={searching}>
          {texts.search}
        </Button>
      </Row>
    </Stack>
  )
}
