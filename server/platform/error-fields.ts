interface ErrorFields {
  error: string
  code: unknown
  trace: string[]
  /** Of several that came together, how many these are, and the first of them. */
  errors?: { count: number; first: ErrorFields[] }
}

const shownErrors = 3

/** Where an error came from, without its message: that of a database can contain what the tracker sent. */
export function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { error: typeof error, code: undefined, trace: [] }
  const trace = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  const fields = { error: error.name, code: 'code' in error ? error.code : undefined, trace }
  if (!(error instanceof AggregateError)) return fields
  const first = error.errors.slice(0, shownErrors).map((one: unknown) => errorFields(one))
  return { ...fields, errors: { count: error.errors.length, first } }
}
