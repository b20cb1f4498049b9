import { useId } from 'react'
import { useNearnessChoice } from './nearness.ts'
import { Check } from '#web/ui/controls/Check.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

const texts = {
  choice: 'Bei „Noch da“ und „Nicht mehr da“ mitsenden, wie nah ich bin',
  hint: 'Dann zählt Ihr Wort mehr. Gesendet wird nur „bis 1 km“, „bis 10 km“ oder „weiter weg“, nie ein Ort. Gespeichert wird davon nichts.',
}

/** Whether votes about reports say how near their voter is, remembered by this browser. */
export function NearnessChoice() {
  const [shares, choose] = useNearnessChoice()
  const hintId = useId()
  return (
    <Stack gap={1}>
      <Check checked={shares} aria-describedby={hintId} onChange={(event) => choose(event.currentTarget.checked)}>
        {texts.choice}
      </Check>
      <Small id={hintId}>{texts.hint}</Small>
    </Stack>
  )
}
