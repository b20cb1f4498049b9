import { Select } from '#web/ui/fields/Select.tsx'

interface ChoiceProps {
  label: string
  value: number
  options: Iterable<readonly [value: number, label: string]>
  onChoose(value: number): void
}

/** A choice of one number among a few, with the browser's own list. */
export function NumberChoice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <Select label={label} value={value} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
      {[...options].map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </Select>
  )
}
