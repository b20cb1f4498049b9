/** What was typed into a form and not sent when a session ended under it. */
export interface Drafts<Draft> {
  /** @param key distinguishes several forms: what the form is about. */
  keep(key: string, userId: string, draft: Draft): void
  /** Null if there is none of this user. */
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

/** Signing out leaves nothing behind. */
export function forgetDrafts(): void {
  for (const forget of forgetting) forget()
}

/** The values of a form that differ from its initial ones; never a password. Null if there are none. */
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
