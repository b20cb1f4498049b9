import { mapLimits } from '#contract/limits/map-limits.ts'
import { poisTexts } from '../texts.ts'
import { Select } from '#web/ui/fields/Select.tsx'

interface RadiusChoiceProps {
  radiusKm: number | null
  /** Whether it is measured from where the visitor is, or from the middle of the map. */
  fromOwnPlace: boolean
  onChoose(radiusKm: number | null): void
}

const texts = poisTexts.radius

/** How far around the list reaches: as far as the map, or this many kilometres, drawn as a circle. */
export function RadiusChoice({ radiusKm, fromOwnPlace, onChoose }: RadiusChoiceProps) {
  return (
    <Select
      label={fromOwnPlace ? texts.aroundMe : texts.aroundMiddle}
      value={radiusKm ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
    >
      <option value="">{texts.view}</option>
      {mapLimits.radiiKm.map((km) => (
        <option key={km} value={km}>
          {texts.km(km)}
        </option>
      ))}
    </Select>
  )
}
