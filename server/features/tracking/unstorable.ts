import pg from 'pg'

/**
 * Whether taking reports in failed for what one of them says, not for want of a database: for a value that no column can
 * hold, or that a constraint refuses (SQLSTATE classes 22 and 23), or for one that JavaScript itself cannot write.
 * @see https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
export function isForContent(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^2[23]/.test(error.code ?? '')
  return error instanceof RangeError
}
