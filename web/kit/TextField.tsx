import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react'
import { classes } from '#web/kit/classes.ts'
import { HiddenIcon, StopIcon, VisibleIcon } from '#web/kit/icons.tsx'
import styles from '#web/kit/TextField.module.css'

export interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  /** Absent only where `aria-label` says it. */
  label?: string
  /** What helps to fill it in. */
  description?: ReactNode
  /** What is wrong with it, and how to put it right. */
  error?: ReactNode
  /** Inside the box, at its end; needs room of its own. */
  toggle?: ReactNode
  /** Digits of equal width, for numbers to compare. */
  digits?: boolean
}

/** A labelled line of text; description and error are tied to it for those who listen. */
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
  const isWrong = error !== undefined && error !== null && error !== false && error !== ''
  const describedBy = classes(
    isWrong && `${inputId}-error`,
    description !== undefined && `${inputId}-description`,
    input['aria-describedby'],
  )
  return (
    <div className={classes(styles.field, className)} data-digits={digits || undefined}>
      {label !== undefined && (
        <label className={styles.label} htmlFor={inputId}>
          {label}
        </label>
      )}
      {description !== undefined && (
        <p className={styles.description} id={`${inputId}-description`}>
          {description}
        </p>
      )}
      <div className={styles.box}>
        <input
          {...input}
          id={inputId}
          className={classes(styles.input, toggle !== undefined && styles.withToggle)}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
        />
        {toggle}
      </div>
      {isWrong && (
        <p className={styles.error} id={`${inputId}-error`}>
          <StopIcon />
          <span>{error}</span>
        </p>
      )}
    </div>
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
