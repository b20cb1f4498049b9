import { type ComponentType, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { DialogWindowProps } from '#web/kit/DialogWindow.tsx'
import { notify } from '#web/kit/notify.ts'
import { onceIdle } from '#web/kit/once-idle.ts'
import { generalTexts } from '#web/texts/general.ts'

let Window: ComponentType<DialogWindowProps> | null = null
const listeners = new Set<() => void>()

/**
 * What draws a dialogue; null before its first opening. It is fetched once the page is idle, so that it is there when it is
 * opened. If it cannot be fetched, that is said, and the dialogue closes.
 */
export function useDialogWindow(opened: boolean, onClose: () => void): ComponentType<DialogWindowProps> | null {
  const loaded = useSyncExternalStore(subscribe, current)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)

  const fail = useEffectEvent(() => {
    notify('danger', generalTexts.connectionTryLater)
    onClose()
  })
  // A failure shows when the dialogue is opened.
  useEffect(() => onceIdle(() => void load().catch(() => undefined)), [])
  useEffect(() => {
    if (opened) load().catch(() => fail())
  }, [opened])

  return wasOpened ? loaded : null
}

async function load(): Promise<void> {
  if (Window !== null) return
  const { DialogWindow } = await import('#web/kit/DialogWindow.tsx')
  Window = DialogWindow
  for (const listener of listeners) listener()
}

function current(): typeof Window {
  return Window
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
