import type { ComponentPropsWithRef } from 'react'
import { TextField } from '#web/ui/fields/TextField.tsx'

/** For devices that came with a code; most have none. */
export function ClaimCodeField(input: ComponentPropsWithRef<'input'> & { error?: string | null }) {
  return (
    <TextField
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      autoComplete="off"
      {...input}
      label="Aktivierungscode"
      description="Nur wenn im Karton eine Karte mit einem Code liegt."
    />
  )
}
