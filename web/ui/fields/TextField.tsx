import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import { Field, type FieldWords, saidOf } from './Field.tsx'
import { HiddenIcon, VisibleIcon } from '#web/ui/pictures/icons.tsx'
import styles from './TextField.module.css'

export interface TextFieldProps extends FieldWords, ComponentPropsWithRef<'input'> {
  /** Inside the box, at its end; needs room of its own. */
  toggle?: ReactNode
  /** Digits of equal width, for numbers to compare. */
  digits?: boolean
}

/** A labelled line of text; description and error are tied to it for screen readers. */
export function TextField({
  label,
  description,
  error,
  toggle,
  digits = false,
  id,
  className,
  ...input
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const words = { label, description, error }
  return (
    <Field {...words} id={inputId} className={className}>
      <div className={styles.box}>
        <input
          {...input}
          {...saidOf(inputId, words, input['aria-describedby'])}
          id={inputId}
          className={classes(styles.input, toggle !== undefined && styles.withToggle)}
          data-digits={digits || undefined}
          data-empty={input.value === '' || undefined}
        />
        {toggle}
      </div>
    </Field>
  )
}

/** An e-mail address. */
export function EmailField({ label = 'E-Mail-Adresse', ...rest }: TextFieldProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      label={label}
      {...rest}
    />
  )
}

/** A password that can be shown; pasting and password managers are welcome. */
export function PasswordField(props: TextFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={visible ? 'text' : 'password'}
      toggle={
        <button
          type="button"
          className={styles.toggle}
          aria-label={`${props.label ?? 'Passwort'} anzeigen`}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <HiddenIcon /> : <VisibleIcon />}
        </button>
      }
    />
  )
}
