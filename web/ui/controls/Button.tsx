import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from 'react'
import styles from './Button.module.css'
import { classes } from '#web/ui/layout/classes.ts'
import { Link } from './Link.tsx'

interface Look {
  /**
   * `primary`: the one thing to do here. `secondary`: something else. `quiet`: less important. `remove`: it asks, and
   * then removes. `danger`: it removes now, or calls for help. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'remove' | 'danger'
  size?: 'normal' | 'large'
  /** As wide as its container. */
  wide?: boolean
  children: ReactNode
}

type ButtonProps = Look &
  Omit<ComponentPropsWithoutRef<'button'>, 'disabled' | 'className'> & {
    /** Under way: shown, announced, and not to be pressed again. */
    busy?: boolean
    /** Cannot be pressed, but still be reached by keyboard, so that its description can say why. */
    disabled?: boolean
  }

export function Button({
  kind,
  size,
  wide,
  busy = false,
  disabled = false,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const blocked = busy || disabled
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Also keeps a blocked submit button from submitting its form.
    if (blocked) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={lookOf({ kind, size, wide })}
      aria-disabled={disabled || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    />
  )
}

type ButtonLinkProps = Look & Omit<ComponentPropsWithoutRef<typeof Link>, 'className'>

/** Looks like a button and leads to another address. */
export function ButtonLink({ kind, size, wide, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={lookOf({ kind, size, wide })} />
}

type OutsideButtonLinkProps = Look & Omit<ComponentPropsWithoutRef<'a'>, 'className' | 'rel'>

/** The same to another site, or to another program. */
export function OutsideButtonLink({ kind, size, wide, children, ...rest }: OutsideButtonLinkProps) {
  return (
    <a {...rest} rel="noopener noreferrer" className={lookOf({ kind, size, wide })}>
      {children}
    </a>
  )
}

function lookOf({ kind = 'primary', size = 'normal', wide = false }: LookChoice): string {
  return classes(styles.button, styles[kind], size === 'large' && styles.large, wide && styles.wide)
}

type LookChoice = { [Name in 'kind' | 'size' | 'wide']?: Look[Name] | undefined }
