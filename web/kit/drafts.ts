import { useEffect, useRef, useState } from 'react'
import { session, type SessionState } from '#web/api/session.ts'

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

/** What the user had typed when their session ended; null where that was nothing. The same as long as the form is open. */
export function useFoundDraft<Draft>(drafts: Drafts<Draft>, key: string): Draft | null {
  const [found] = useState(() => {
    const { user } = session.current()
    return user === null ? null : drafts.of(key, user.id)
  })
  return found
}

/**
 * Keeps what is typed when the session ends, here or by another tab. What was found is the form's from now on.
 * @param typed null while there is nothing to lose.
 */
export function useKeptDraft<Draft>(drafts: Drafts<Draft>, key: string, typed: () => Draft | null): void {
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  useEffect(() => {
    drafts.forget(key)
    return session.subscribe((state, before) => keepAtEnd(drafts, key, latest.current(), state, before))
  }, [drafts, key])
}

function keepAtEnd<Draft>(
  drafts: Drafts<Draft>,
  key: string,
  draft: Draft | null,
  { user }: SessionState,
  before: SessionState,
): void {
  if (user === null && before.user !== null && draft !== null) drafts.keep(key, before.user.id, draft)
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
