import { type ChangeEvent, type FormEvent, useCallback, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { mistakeInWords } from '#contract/base/mistake-words.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'

z.config({ customError: mistakeInWords })

/** What is wrong with which field. */
export type FieldErrors = Record<string, string>

type Values = Record<string, unknown>
/** The named fields whose values have a type. */
type FieldsOf<V extends Values, Type> = string &
  keyof { [Name in keyof V as string extends Name ? never : V[Name] extends Type ? Name : never]: never }

interface FormState<V> {
  values: V
  errors: FieldErrors
}

/**
 * A form checked by a schema of the contract: each field when it is left, all of them when it is sent; typing into a field
 * takes its error away. Give fields `{...form.getInputProps('email')}`.
 */
export function useContractForm<V extends Values>(schema: z.ZodMiniType, initialValues: V) {
  const [state, setState] = useState<FormState<V>>({ values: initialValues, errors: {} })
  // What was typed last, also before it is drawn.
  const latest = useRef(state)
  const change = useCallback((next: Partial<FormState<V>>) => {
    latest.current = { ...latest.current, ...next }
    setState(latest.current)
  }, [])

  const setValues = useCallback(
    (some: Partial<V>) => change({ values: { ...latest.current.values, ...some }, errors: {} }),
    [change],
  )
  const setErrors = (errors: FieldErrors) => change({ errors })
  const setFieldError = (field: string, error: string | null) =>
    change({ errors: withError(latest.current.errors, field, error) })
  const type = (field: string, value: unknown) => {
    const { values, errors } = latest.current
    change({ values: { ...values, [field]: value }, errors: withError(errors, field, null) })
  }

  return {
    ...state,
    getValues: () => latest.current.values,
    setValues,
    setErrors,
    setFieldError,
    setFieldValue: <Name extends keyof V & string>(field: Name, value: V[Name]) => type(field, value),

    /** For a line or several lines of text. */
    getInputProps(field: FieldsOf<V, string>) {
      const value = state.values[field]
      return {
        value: typeof value === 'string' ? value : '',
        error: state.errors[field] ?? null,
        'data-field': field,
        onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
          type(field, currentTarget.value),
        onBlur: () => setFieldError(field, mistakesOf(schema, latest.current.values)[field] ?? null),
      }
    },

    /** For a box to tick. */
    getCheckboxProps: (field: FieldsOf<V, boolean>) => ({
      type: 'checkbox' as const,
      checked: state.values[field] === true,
      'data-field': field,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => type(field, currentTarget.checked),
    }),

    getInputNode: (field: string) => document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`),

    /** Sends what was typed, or says what is wrong with it. */
    onSubmit:
      (send: (values: V) => void, refuse?: (errors: FieldErrors) => void) =>
      (event: FormEvent<HTMLFormElement>): void => {
        event.preventDefault()
        const { values } = latest.current
        const errors = mistakesOf(schema, values)
        change({ errors })
        if (Object.keys(errors).length === 0) send(values)
        else refuse?.(errors)
      },
  }
}

/** The first mistake of each field, in the schema's words. */
export function mistakesOf(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of z.safeParse(schema, values).error?.issues ?? []) errors[path.join('.')] ??= message
  return errors
}

function withError(errors: FieldErrors, field: string, error: string | null): FieldErrors {
  const changed = { ...errors }
  if (error === null) delete changed[field]
  else changed[field] = error
  return changed
}

interface ErrorTarget {
  setErrors(errors: FieldErrors): void
  getInputNode(field: string): HTMLElement | null
}

/** Puts what the server said about single fields on them; true when it said something about a field. */
export function showFieldProblems(form: ErrorTarget, error: unknown): boolean {
  if (!isCallProblem(error) || Object.keys(error.fields).length === 0) return false
  form.setErrors(error.fields)
  focusFirst(form, error.fields)
  return true
}

/** Moves the focus to the first field with an error; for the second argument of `form.onSubmit`. */
export function focusFirst(form: Pick<ErrorTarget, 'getInputNode'>, errors: Record<string, unknown>): void {
  const nodes = Object.keys(errors).flatMap((field) => form.getInputNode(field) ?? [])
  const first = nodes.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]
  first?.focus()
}
