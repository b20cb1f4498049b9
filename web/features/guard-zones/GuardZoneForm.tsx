import { type FormEvent, useId, useState } from 'react'
import { type GuardZone, guardZones, type ZoneSchedule, zoneSharpnesses } from '#contract/guard-zones/guard-zones.ts'
import styles from './GuardZones.module.css'
import { guardZonesTexts } from './texts.ts'
import { draftOf, entryOf, type ZoneDraft, type ZoneMistakes } from './zone-draft.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { ChoiceGroup } from '#web/ui/controls/ChoiceGroup.tsx'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { CircleField, type PlaceChoice } from '#web/map/layers/CircleField.tsx'

interface GuardZoneFormProps {
  /** Null: a new one. */
  zone: GuardZone | null
  PlaceChoice: PlaceChoice
  onClose(): void
}

const texts = guardZonesTexts.form
const radii = [50, 100, 150, 300, 500, 1000]
const sharpnesses = zoneSharpnesses.map((value) => ({ value, ...guardZonesTexts.sharpnesses[value] }))
const whens = [
  { value: 'times', label: texts.whens.times },
  { value: 'always', label: texts.whens.always },
] as const

/** Name, place, radius, sharpness and times of a guard zone. */
export function GuardZoneForm({ zone, PlaceChoice, onClose }: GuardZoneFormProps) {
  const [draft, setDraft] = useState(() => draftOf(zone))
  const [mistakes, setMistakes] = useState<ZoneMistakes>({})
  const create = useAction(guardZones.create, [guardZones.list])
  const change = useAction(guardZones.change, [guardZones.list])
  const problem = create.error ?? change.error
  const enter = (entered: Partial<ZoneDraft>) => {
    setDraft((before) => ({ ...before, ...entered }))
    setMistakes({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const entry = entryOf(draft)
    if ('mistakes' in entry) return setMistakes(entry.mistakes)
    const saved = () => {
      notify('success', guardZonesTexts.saved(entry.name))
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
        onChange={({ currentTarget: { value: name } }) => enter({ name })}
      />
      <CircleField circle={draft} radii={radii} error={mistakes.place} PlaceChoice={PlaceChoice} onChange={enter} />
      <ChoiceGroup
        legend={texts.sharpness}
        choices={sharpnesses}
        value={draft.sharpness}
        onChange={(sharpness) => enter({ sharpness })}
      />
      <ChoiceGroup
        legend={texts.when}
        choices={whens}
        value={draft.hasSchedule ? 'times' : 'always'}
        onChange={(when) => enter({ hasSchedule: when === 'times' })}
      />
      {draft.hasSchedule && (
        <Schedule schedule={draft.schedule} mistakes={mistakes} onChange={(schedule) => enter({ schedule })} />
      )}
      <FormFoot
        problem={problem && messageOf(problem)}
        action={texts.submit}
        busy={create.isPending || change.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}

interface ScheduleProps {
  schedule: ZoneSchedule
  mistakes: ZoneMistakes
  onChange(schedule: ZoneSchedule): void
}

function Schedule({ schedule, mistakes, onChange }: ScheduleProps) {
  const id = useId()
  const { weekdays, from, to } = schedule
  const { weekdays: wrong } = mistakes
  const toggle = (day: number) =>
    onChange({
      ...schedule,
      weekdays: weekdays.includes(day) ? weekdays.filter((other) => other !== day) : [...weekdays, day],
    })
  return (
    <>
      <fieldset className={styles.weekdays} aria-describedby={wrong === undefined ? undefined : `${id}-error`}>
        <legend className={styles.legend}>{texts.weekdays}</legend>
        {guardZonesTexts.weekdays.map((short, index) => (
          <label key={short} className={styles.weekday}>
            <input
              type="checkbox"
              className={styles.box}
              aria-label={guardZonesTexts.weekdayNames[index]}
              checked={weekdays.includes(index + 1)}
              onChange={() => toggle(index + 1)}
            />
            {short}
          </label>
        ))}
        {wrong !== undefined && (
          <p id={`${id}-error`} className={styles.error} role="alert">
            {wrong}
          </p>
        )}
      </fieldset>
      <div className={styles.times}>
        {(['from', 'to'] as const).map((field) => (
          <TextField
            key={field}
            type="time"
            label={texts[field]}
            value={schedule[field]}
            error={mistakes[field]}
            onChange={({ currentTarget: { value } }) => onChange({ ...schedule, [field]: value })}
          />
        ))}
      </div>
      {to < from && <Small>{texts.overnight}</Small>}
    </>
  )
}
