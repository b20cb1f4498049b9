/** What to do where the same was changed in two places: say so, or take one's own. */
export type OnClash = 'tell' | 'take mine'

/**
 * A change that was made to an older state, put on the present one: what it did not change stays as others have left it.
 * Null if others have changed the same, unless one's own is to be taken. What an older server does not know of nobody has changed there.
 * @param depth how deep objects are looked into; what is below is changed as a whole.
 */
export function merged(
  { theirs, base, mine }: { theirs: unknown; base: unknown; mine: unknown },
  depth: number,
  onClash: OnClash = 'tell',
): { value: unknown } | null {
  if (isSame(mine, base) || isSame(mine, theirs)) return { value: theirs }
  if (isSame(theirs, base)) return { value: mine }
  if (depth > 0 && isRecord(theirs) && isRecord(base) && isRecord(mine)) {
    const value: Record<string, unknown> = {}
    for (const key of Object.keys({ ...theirs, ...mine })) {
      const isKnown = Object.hasOwn(theirs, key)
      if (!isKnown && isSame(mine[key], base[key])) continue
      const part = merged(
        { theirs: isKnown ? theirs[key] : base[key], base: base[key], mine: mine[key] },
        depth - 1,
        onClash,
      )
      if (part === null) return null
      value[key] = part.value
    }
    return { value }
  }
  return onClash === 'take mine' ? { value: mine } : null
}

/** Same values, in whatever order an object's keys come: the database keeps them in its own. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return Object.is(one, other)
  const keys = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}
