import { type GuardZone, guardZones, type ZoneSchedule, zoneSharpnesses } from '#contract/guard-zones/guard-zones.ts'
import type { ZoneMistakes } from '#web/shared/zones/zone-draft.ts'
import { type Entering, type OneZone, ZoneForm } from '#web/shared/zones/ZoneForm.tsx'
import { ChoiceGroup } from '#web/ui/controls/ChoiceGroup.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'
import { ChipCheckbox } from '#web/ui/controls/ChipCheckbox.tsx'
import styles from './GuardZones.module.css'
import { guardZonesTexts } from './texts.ts'
import { draftOf, entryOf, type ZoneDraft } from './zone-draft.ts'

const texts = guardZonesTexts.form
const kind = { calls: guardZones, radii: [50, 100, 150, 300, 500, 1000], entryOf, saved: guardZonesTexts.saved }
const sharpnesses = zoneSharpnesses.map((value) => ({ value, ...guardZonesTexts.sharpnesses[value] }))
const whens = [
  { value: 'times', label: texts.whens.times },
  { value: 'always', label: texts.whens.always },
] as const

/** Name, place, radius, sharpness and times of a guard zone. */
export function GuardZoneForm(props: OneZone<GuardZone>) {
  return (
    <ZoneForm {...kind} start={draftOf(props.zone)} {...props}>
      {(entering) => <Watch {...entering} />}
    </ZoneForm>
  )
}

const scheduleFields = ['weekdays', 'from', 'to']

/** How the alarm watches in it, and when. */
function Watch({ draft, mistakes, enter }: Entering<ZoneDraft>) {
  return (
    <>
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
        onChange={(when) => enter({ hasSchedule: when === 'times' }, scheduleFields)}
      />
      {draft.hasSchedule && (
        <Schedule
          schedule={draft.schedule}
          mistakes={mistakes}
          onChange={(schedule) => enter({ schedule }, scheduleFields)}
        />
      )}
    </>
  )
}

interface ScheduleProps {
  schedule: ZoneSchedule
  mistakes: ZoneMistakes
  onChange(schedule: ZoneSchedule): void
}

function Schedule({ schedule, mistakes, onChange }: ScheduleProps) {
  const { weekdays, from, to } = schedule
  const { weekdays: wrong } = mistakes
  const toggle = (day: number) =>
    onChange({
      ...schedule,
      weekdays: weekdays.includes(day) ? weekdays.filter((other) => other !== day) : [...weekdays, day],
    })
  return (
    <>
      <FieldGroup legend={texts.weekdays} error={wrong}>
        <div className={styles.weekdays}>
          {guardZonesTexts.weekdays.map((short, index) => (
            <label key={short} className={styles.weekday}>
              <ChipCheckbox
                aria-label={guardZonesTexts.weekdayNames[index]}
                checked={weekdays.includes(index + 1)}
                onChange={() => toggle(index + 1)}
              />
              {short}
            </label>
          ))}
        </div>
      </FieldGroup>
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
