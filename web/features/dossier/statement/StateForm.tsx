import { type FormEvent, useState } from 'react'
import type { Dossier } from '#contract/dossier/dossier.ts'
import { isAway } from '#domain/dossier/dossier.ts'
import { instantOfTyped, typedTime } from '#domain/time/typed-time.ts'
import { PositionsSince } from '../PositionsSince.tsx'
import { dossierTexts as texts, type FormState } from '../texts.ts'
import { useStatement } from './use-statement.ts'
import { proposedStart, startMistake } from './theft-start.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { clock } from '#web/browser/clock.ts'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { createDrafts } from '#web/forms/drafts.ts'
import { notify } from '#web/ui/text/notify.ts'
import { TimeField } from '#web/ui/fields/TimeField.tsx'
import { useFoundDraft, useKeptDraft } from '#web/forms/use-draft.ts'

/** By device: the state to report, and since when, as it was typed. */
export const stateDrafts = createDrafts<{ state: FormState; wall: string }>()

interface StateFormProps {
  deviceId: string
  dossier: Pick<Dossier, 'changes' | 'beganAt'>
  state: FormState
  /** After it was reported. */
  onDone(): void
  onCancel(): void
}

/** Reports a state of the vehicle, and since when: the time at which it began to move is filled in. */
export function StateForm({ deviceId, dossier, state, onDone, onCancel }: StateFormProps) {
  const set = useStatement(deviceId, state)
  // If the field is left as it is, it means the time that was proposed, or the present to the second.
  const [proposed] = useState(() => proposedStart(dossier, state, clock.now()))
  const [shown] = useState(() => typedTime(proposed ?? clock.now().toISOString()))
  const found = useFoundDraft(stateDrafts, deviceId)
  const [wall, setWall] = useState(found?.wall ?? shown)
  useKeptDraft(stateDrafts, deviceId, () => (wall === shown ? null : { state, wall }))
  const [mistake, setMistake] = useState<string | null>(null)
  const words = texts.steps[state]
  const isProposed = wall === shown
  const since = isProposed ? proposed : instantOfTyped(wall, 'first')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRead = isProposed || since !== null
    const wrong = isRead ? since && startMistake(since, dossier, clock.now()) : texts.sinceMissing
    setMistake(wrong)
    if (wrong !== null) return
    const done = () => {
      notify('success', words.done)
      onDone()
    }
    set.mutate(since, { onSuccess: done })
  }

  const fieldError = mistake ?? set.error?.fields.since
  const problem = set.error !== null && fieldError === undefined ? messageOf(set.error) : null
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <p>{words.text}</p>
      <TimeField label={texts.sinceWhen} value={wall} ifTwice="first" error={fieldError} onChange={setWall} />
      {isAway(state) && <PositionsSince deviceId={deviceId} since={since} />}
      <FormFoot problem={problem} action={words.button} busy={set.isPending} onCancel={onCancel} />
    </Stack>
  )
}
