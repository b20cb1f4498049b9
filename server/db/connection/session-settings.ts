/*
 * What a session of PostgreSQL has to be for the driver to read what it says: a database, a user or the server may have other
 * values (`alter database … set datestyle`), in which a timestamp is no longer one. They are set by a statement, because
 * poolers between us and PostgreSQL pass few parameters of a connection's start on, and may leave them out without a word.
 * `client_encoding` is UTF8 from the driver itself. `search_path` is the operator's: PostGIS may have a schema of its own.
 */

/** What the driver and our readers parse, and what a number loses on its way. */
const readable = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  standard_conforming_strings: 'on',
  extra_float_digits: '1',
}

/** Of a server: of these the embedded database, which is one session for everybody, knows nothing. */
export interface ServerSession {
  /** How long the server waits in the middle of a transaction; it holds the transaction's locks until then. */
  inTransactionMs: number
}

/** The statement that makes a session readable. */
export function sessionSettings(server?: ServerSession): string {
  const settings = {
    ...readable,
    ...(server !== undefined && {
      idle_in_transaction_session_timeout: String(server.inTransactionMs),
      // Compiling takes seconds for a query that is expected to read much, and saves nothing for the others.
      jit: 'off',
    }),
  }
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} to '${value}'`)
    .join('; ')
}
