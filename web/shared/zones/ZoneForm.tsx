import { type FormEvent, type ReactNode, useState } from 'react'
import type { NamedCircle } from '#contract/base/zone.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { CircleField, type PlaceChoice } from '#web/map/layers/CircleField.tsx'
import { circleTexts as texts } from '#web/texts/circle.ts'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from '#web/ui/text/notify.ts'
import type { StoredZone, ZoneCalls } from './zone-calls.ts'
import type { CircleDraft, ZoneMistakes } from './zone-draft.ts'

/** What the form of one kind of zone is given. */
export interface OneZone<Zone = StoredZone> {
  /** Null: a new one. */
  zone: Zone | null
  PlaceChoice: PlaceChoice
  onClose(): void
}

interface ZoneFormProps<Draft> extends OneZone {
  calls: ZoneCalls
  start: Draft
  /** The radii to choose from, in metres. */
  radii: readonly number[]
  entryOf(draft: Draft): NamedCircle | { mistakes: ZoneMistakes }
  saved(name: string): string
  /** The fields that this kind has besides its circle. */
  children?(entering: Entering<Draft>): ReactNode
}

export interface Entering<Draft> {
  draft: Draft
  mistakes: ZoneMistakes
  /** @param fields whose mistakes are taken back. */
  enter(entered: Partial<Draft>, fields?: readonly string[]): void
}

/** Name, place and radius of a zone, and what else its kind has. */
export function ZoneForm<Draft extends CircleDraft>(props: ZoneFormProps<Draft>) {
  const { zone, calls, start, radii, entryOf, saved, PlaceChoice, onClose, children } = props
  const [draft, setDraft] = useState(start)
  const [mistakes, setMistakes] = useState<ZoneMistakes>({})
  const create = useAction(calls.create, [calls.list])
  const change = useAction(calls.change, [calls.list])
  const problem = create.error ?? change.error
  const enter = (entered: object, fields: readonly string[] = Object.keys(entered)) => {
    setDraft((before) => ({ ...before, ...entered }))
    setMistakes((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = entryOf(draft)
    if ('mistakes' in body) return setMistakes(body.mistakes)
    const onSuccess = () => {
      notify('success', saved(body.name))
      onClose()
    }
    if (zone === null) create.mutate({ body }, { onSuccess })
    else change.mutate({ params: { zoneId: zone.id }, body }, { onSuccess })
  }
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <TextField
        label={texts.name}
        description={texts.nameHint}
        value={draft.name}
        error={mistakes.name}
        autoComplete="off"
        onChange={({ currentTarget: { value: name } }) => enter({ name })}
      />
      <CircleField circle={draft} radii={radii} error={mistakes.place} PlaceChoice={PlaceChoice} onChange={enter} />
      {children?.({ draft, mistakes, enter })}
      <FormFoot
        problem={problem && messageOf(problem)}
        action={texts.submit}
        busy={create.isPending || change.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}
