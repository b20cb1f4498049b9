/** `foreign_key_violation`: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const foreignKeyViolation = '23503'

/**
 * Whether a statement failed because the account that it adds something to was deleted meanwhile. It is the one cause that a
 * caller who was admitted can meet in any statement, so it is recognised here and not asked before each of them.
 */
export function isAccountGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === foreignKeyViolation &&
    'constraint' in error &&
    typeof error.constraint === 'string' &&
    error.constraint.endsWith('_user_id_fkey')
  )
}
