/** What was typed into a form and not sent when a session ended under it. */
export interface Drafts<Draft> {
  /** @param key which of several forms: what it is about. */
  keep(key: string, userId: string, draft: Draft): void
  /** Null where there is none of this user. */
  of(key: string, userId: string): Draft | null
  forget(key: string): void
}

const forgetting = new Set<() => void>()

/** Drafts of one kind of form, in the memory of this tab alone. */
export function createDrafts<Draft>(): Drafts<Draft> {
  const kept = new Map<string, { userId: string; draft: Draft }>()
  forgetting.add(() => kept.clear())
  return {
    keep: (key, userId, draft) => void kept.set(key, { userId, draft }),
    of(key, userId) {
      const found = kept.get(key)
      return found?.userId === userId ? found.draft : null
    },
    forget: (key) => void kept.delete(key),
  }
}

/** Who signs out leaves nothing behind. */
export function forgetDrafts(): void {
  for (const forget of forgetting) forget()
}

/** Of what a form holds, what differs from how it began; never a password. Null where that is nothing. */
export function changesIn<Values extends Record<string, unknown>>(
  values: Values,
  initial: Values,
): Partial<Values> | null {
  const changes = { ...values }
  for (const field in changes) {
    if (Object.is(values[field], initial[field]) || /password/i.test(field)) delete changes[field]
  }
  return Object.keys(changes).length === 0 ? null : changes
}
