/** What is stored of a thing, as far as a change names it. */
export type ChangeOf<Stored> = { readonly [Field in keyof Stored]?: Stored[Field] | undefined }

/**
 * What is stored, with what a change names in its place. What is absent stays as it was; null is a value like any other.
 */
export function withChange<Stored extends object>(stored: Stored, change: ChangeOf<Stored>): Stored {
  const given = new Map<string, unknown>(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...stored, ...Object.fromEntries(given) }
}
