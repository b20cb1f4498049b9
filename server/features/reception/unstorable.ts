import pg from 'pg'

/**
 * Whether processing failed because of what a report contains, not because a database is missing: a value that no column
 * can store, or that a constraint refuses (SQLSTATE classes 22 and 23), or one that JavaScript itself cannot write.
 * @see https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
export function isForContent(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^2[23]/.test(error.code ?? '')
  return error instanceof RangeError
}
