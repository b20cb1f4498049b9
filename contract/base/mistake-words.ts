import type * as z from 'zod/mini'

/** What is wrong with a value if its schema has no words of its own: zod's own are English. For `z.config`. */
export const mistakeInWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Diese Angabe fehlt.' : 'Diese Angabe hat eine falsche Form.'
    case 'invalid_value':
      return `Möglich ist hier: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return `Bitte geben Sie mindestens ${counted(issue.minimum, issue.origin)} an.`
    case 'too_big':
      return `Bitte geben Sie höchstens ${counted(issue.maximum, issue.origin)} an.`
    default:
      return 'Diese Angabe ist nicht gültig.'
  }
}

function counted(count: number | bigint, origin: string): string {
  if (origin === 'string') return `${count} Zeichen`
  if (origin === 'array') return `${count} ${count === 1 ? 'Eintrag' : 'Einträge'}`
  return String(count)
}
