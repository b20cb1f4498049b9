/** Where an error came from, without its message: that of a database can contain what the tracker sent. */
export function errorFields(error: unknown): { error: string; code: unknown; trace: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, code: undefined, trace: [] }
  const trace = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return { error: error.name, code: 'code' in error ? error.code : undefined, trace }
}
