import { type FormEvent, useState } from 'react'
import type { Position, Range } from '#contract/history/history.ts'
import { type DeletionChoice, deletionRangeOf, spanOf } from './deletion-range.ts'
import styles from './DeletionDialog.module.css'
import type { RangeMistakes } from '../range/history-range.ts'
import { historyTexts } from '../texts.ts'
import { clock } from '#web/browser/clock.ts'
import { Dialog, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { TimeField } from '#web/ui/fields/TimeField.tsx'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'

interface DeletionFormProps {
  /** The positions on the screen: their span is suggested first. */
  shown: readonly Position[]
  onClose(): void
  /** An empty range means everything. */
  onConfirm(range: Partial<Range>): void
}

interface DeletionDialogProps extends DeletionFormProps {
  /** The device's name. */
  device: string
  opened: boolean
}

const texts = historyTexts.deletion

/** Asks what to delete, everything or a range, and asks for a confirmation. */
export function DeletionDialog({ device, opened, ...rest }: DeletionDialogProps) {
  return (
    <Dialog opened={opened} onClose={rest.onClose} title={texts.title(device)}>
      <DeletionForm {...rest} />
    </Dialog>
  )
}

function DeletionForm({ shown, onClose, onConfirm }: DeletionFormProps) {
  const [choice, setChoice] = useState<DeletionChoice>(() => ({ extent: 'everything', ...spanOf(shown, clock.now()) }))
  const [mistakes, setMistakes] = useState<RangeMistakes>({})

  const choose = (part: Partial<DeletionChoice>) => {
    setChoice({ ...choice, ...part })
    setMistakes({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = deletionRangeOf(choice)
    if ('mistakes' in checked) setMistakes(checked.mistakes)
    else onConfirm(checked.range)
  }

  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <FieldGroup legend={texts.extent} hiddenLegend>
        {(['everything', 'range'] as const).map((extent) => (
          <label key={extent} className={styles.extent}>
            <input type="radio" name="extent" checked={choice.extent === extent} onChange={() => choose({ extent })} />
            {texts[extent]}
          </label>
        ))}
      </FieldGroup>
      {choice.extent === 'range' && <RangeFields choice={choice} mistakes={mistakes} onChoose={choose} />}
      <p>{texts.text}</p>
      <FormFoot problem={null} action={texts.confirm} kind="danger" busy={false} onCancel={onClose} />
    </Stack>
  )
}

interface RangeFieldsProps {
  choice: DeletionChoice
  mistakes: RangeMistakes
  onChoose(part: Partial<DeletionChoice>): void
}

function RangeFields({ choice: { from, to }, mistakes, onChoose }: RangeFieldsProps) {
  return (
    <Stack gap={3}>
      <TimeField
        label={historyTexts.range.from}
        value={from}
        ifTwice="first"
        error={mistakes.from}
        onChange={(typed) => onChoose({ from: typed })}
      />
      <TimeField
        label={historyTexts.range.to}
        value={to}
        ifTwice="last"
        error={mistakes.to}
        onChange={(typed) => onChoose({ to: typed })}
      />
      <Small>{texts.rangeHint}</Small>
    </Stack>
  )
}
