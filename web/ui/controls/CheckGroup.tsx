import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'
import { Check } from './Check.tsx'

interface CheckGroupProps<Value extends string> {
  legend: string
  choices: readonly { value: Value; name: string; detail: string }[]
  chosen: readonly Value[]
  onToggle(value: Value): void
  error: string | undefined
}

/** Some among a few, all of them visible. */
export function CheckGroup<Value extends string>({ legend, choices, chosen, onToggle, error }: CheckGroupProps<Value>) {
  return (
    <FieldGroup legend={legend} error={error} gap={3}>
      {choices.map(({ value, name, detail }) => (
        <Check key={value} checked={chosen.includes(value)} hint={detail} onChange={() => onToggle(value)}>
          {name}
        </Check>
      ))}
    </FieldGroup>
  )
}
