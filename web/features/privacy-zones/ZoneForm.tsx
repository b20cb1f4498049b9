import { type FormEvent, useState } from 'react'
import { type PrivacyZone, privacyZones } from '#contract/privacy-zones/privacy-zones.ts'
import { privacyZonesTexts } from './texts.ts'
import { draftOf, entryOf, type ZoneMistakes } from './zone-draft.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { type Circle, CircleField, type PlaceChoice } from '#web/map/layers/CircleField.tsx'

interface ZoneFormProps {
  /** Null: a new one. */
  zone: PrivacyZone | null
  PlaceChoice: PlaceChoice
  onClose(): void
}

const texts = privacyZonesTexts.form
const radii = [100, 200, 300, 500, 750, 1000]

/** Name, place and radius of a privacy zone. */
export function ZoneForm({ zone, PlaceChoice, onClose }: ZoneFormProps) {
  const [draft, setDraft] = useState(() => draftOf(zone))
  const [mistakes, setMistakes] = useState<ZoneMistakes>({})
  const create = useAction(privacyZones.create, [privacyZones.list])
  const change = useAction(privacyZones.change, [privacyZones.list])
  const problem = create.error ?? change.error
  const choose = (circle: Partial<Circle>) => {
    setDraft((before) => ({ ...before, ...circle }))
    if ('place' in circle) setMistakes(({ name }) => (name === undefined ? {} : { name }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const entry = entryOf(draft)
    if ('mistakes' in entry) return setMistakes(entry.mistakes)
    const saved = () => {
      notify('success', privacyZonesTexts.saved(entry.name))
      onClose()
    }
    if (zone === null) create.mutate({ body: entry }, { onSuccess: saved })
    else change.mutate({ params: { zoneId: zone.id }, body: entry }, { onSuccess: saved })
  }
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <TextField
        label={texts.name}
        description={texts.nameHint}
        value={draft.name}
        error={mistakes.name}
        autoComplete="off"
        onChange={({ currentTarget: { value: name } }) => {
          setDraft({ ...draft, name })
          setMistakes(({ place }) => (place === undefined ? {} : { place }))
        }}
      />
      <CircleField circle={draft} radii={radii} error={mistakes.place} PlaceChoice={PlaceChoice} onChange={choose} />
      <FormFoot
        problem={problem && messageOf(problem)}
        action={texts.submit}
        busy={create.isPending || change.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}
