/**
 * What is stored, with what a change names in its place. What is absent stays as it was; null is a value like any other.
 */
export function withChange<Stored extends object>(
  stored: Stored,
  change: { readonly [Field in keyof Stored]?: Stored[Field] | undefined },
): Stored {
  const given = new Map<string, unknown>(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...stored, ...Object.fromEntries(given) }
}
