import { schemaResolver, useForm } from '@mantine/form'
import * as z from 'zod/mini'
import { mistakeInWords } from '#contract/mistake-words.ts'
import { isCallProblem } from '#web/api/call-problem.ts'

z.config({ customError: mistakeInWords })

/**
 * A form checked by a schema of the contract: each field when it is left, all of them when it is sent. Give fields
 * `{...form.getInputProps('email')}`.
 */
export function useContractForm<Values extends Record<string, unknown>>(schema: z.ZodMiniType, initialValues: Values) {
  return useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
  })
}

interface ErrorTarget {
  setErrors(errors: Record<string, string>): void
  getInputNode(path: string): HTMLElement | null
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
  const nodes = Object.keys(errors).flatMap((path) => form.getInputNode(path) ?? [])
  const first = nodes.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]
  first?.focus()
}
