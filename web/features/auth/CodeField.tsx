import { TextField, type TextFieldProps } from '#web/ui/fields/TextField.tsx'

/** A code of the second factor. Telephones offer the app's; a recovery code has letters, so the keyboard is not numeric. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      label="Code"
      description="Die sechs Ziffern aus Ihrer App oder ein Ersatzcode"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      digits
      required
      {...props}
    />
  )
}
