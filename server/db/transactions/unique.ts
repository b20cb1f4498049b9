/** `unique_violation`: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505'

/** Whether a statement failed because such a row was added meanwhile: it was not there yet when it was looked for. */
export function isTakenBy(index: string, error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === uniqueViolation &&
    'constraint' in error &&
    error.constraint === index
  )
}
