import { useId } from 'react'
import { accountLimits } from '#contract/account/account-limits.ts'
import { type PasswordStrength, passwordStrength } from '#domain/auth/passwords.ts'
import styles from './NewPasswordField.module.css'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { PasswordField, type TextFieldProps } from '#web/ui/fields/TextField.tsx'

interface NewPasswordFieldProps extends TextFieldProps {
  value: string
  /** The account's address: passwords made of it are guessed first. */
  email?: string
}

/** A field for a new password that shows how strong it is. Which passwords are allowed is up to the form's schema. */
export function NewPasswordField({ email, ...input }: NewPasswordFieldProps) {
  const { value } = input
  const meterId = useId()
  const strength = value === '' ? null : passwordStrength(value, email)
  return (
    <Stack gap={1}>
      <PasswordField
        description={`Mindestens ${accountLimits.passwordMinLength} Zeichen; ab 12 Zeichen ist es sicherer.`}
        autoComplete="new-password"
        required
        {...input}
      />
      {strength !== null && (
        <div
          className={styles.meter}
          data-strength={strength}
          role="meter"
          aria-label="Passwortstärke"
          aria-describedby={meterId}
          aria-valuemin={0}
          aria-valuemax={words.length - 1}
          aria-valuenow={words.findIndex(([name]) => name === strength)}
          aria-valuetext={wordOf(strength)}
        />
      )}
      {/* Always there, so that a change is read out. */}
      <Small id={meterId} role="status">
        {strength !== null && `Passwortstärke: ${wordOf(strength)}`}
      </Small>
    </Stack>
  )
}

/** From the weakest to the strongest. */
const words: readonly (readonly [PasswordStrength, string])[] = [
  ['guessed', 'sehr schwach. Dieses Passwort wird zuerst probiert; bitte wählen Sie ein anderes.'],
  ['weak', 'schwach. Mehr und verschiedene Zeichen machen es sicherer.'],
  ['fair', 'mittel. Ein paar Zeichen mehr machen es sicherer.'],
  ['good', 'gut.'],
]

const wordOf = (strength: PasswordStrength) => words.find(([name]) => name === strength)?.[1] ?? ''
