import { useSyncExternalStore } from 'react'

/** From here on things stand beside each other (`64rem` in style sheets). */
const wide = '(min-width: 64rem)'

/** Whether the window is wide, for what is not even loaded in a narrow one. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onChange, () => window.matchMedia(wide).matches)
}

function onChange(changed: () => void): () => void {
  const query = window.matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
