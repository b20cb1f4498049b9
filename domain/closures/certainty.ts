/** Whether something holds; null: nobody can tell. */
export type Certainty = boolean | null

export function allOf(parts: readonly Certainty[]): Certainty {
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

export function anyOf(parts: readonly Certainty[]): Certainty {
  if (parts.includes(true)) return true
  return parts.includes(null) ? null : false
}
