import { deletionTexts as texts } from './texts.ts'
import { Check } from '#web/ui/controls/Check.tsx'

/** What is lost during a theft is accepted by nobody but the owner. */
export function TheftTick({ checked, onChange }: { checked: boolean; onChange(checked: boolean): void }) {
  return (
    <Check checked={checked} onChange={(event) => onChange(event.currentTarget.checked)}>
      {texts.theftTick}
    </Check>
  )
}
