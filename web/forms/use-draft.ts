import { useEffect, useRef, useState } from 'react'
import { session, type SessionState } from '#web/api/session/session.ts'
import type { Drafts } from './drafts.ts'
import { notify } from '#web/ui/text/notify.ts'
import { generalTexts } from '#web/texts/general.ts'

/**
 * What the user had typed when their session ended, with a message that it is back; null if that was nothing. It does not
 * change as long as the form is open.
 */
export function useFoundDraft<Draft>(drafts: Drafts<Draft>, key: string): Draft | null {
  const [found] = useState(() => ownDraft(drafts, key))
  useEffect(() => {
    if (found !== null) notify('info', generalTexts.draftIsBack)
  }, [found])
  return found
}

interface Opening {
  opened: boolean
  onClose: () => void
}

/**
 * When a dialogue with a form is open: when it was opened, and by itself if the session ended while something was typed
 * into it.
 */
export function useReopening<Draft>(drafts: Drafts<Draft>, key: string, { opened, onClose }: Opening): Opening {
  const [reopened, setReopened] = useState(() => ownDraft(drafts, key) !== null)
  const close = () => {
    setReopened(false)
    onClose()
  }
  return { opened: opened || reopened, onClose: close }
}

/**
 * Keeps what is typed when the session ends, here or by another tab. A restored draft belongs to the form from now on.
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

function ownDraft<Draft>(drafts: Drafts<Draft>, key: string): Draft | null {
  const { user } = session.current()
  return user === null ? null : drafts.of(key, user.id)
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
