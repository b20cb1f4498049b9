import { useSyncExternalStore } from 'react'

/** From here on there is room for two columns, as in the style sheets. */
const wide = '(min-width: 64rem)'

/** Whether the window is wide: for what only a wide one loads. What merely stands elsewhere is left to style sheets. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches)
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
