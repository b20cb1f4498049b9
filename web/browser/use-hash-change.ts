import { useEffect, useEffectEvent, useState } from 'react'

/** Reports the part after the `#` when another link to the page that is already shown is opened in its tab. */
export function useHashChange(follow: (hash: string) => void): void {
  const [first] = useState(() => window.location.hash)
  const latest = useEffectEvent(follow)
  useEffect(() => {
    const changed = () => latest(window.location.hash)
    window.addEventListener('hashchange', changed)
    // Opened while the screen was being drawn: nobody listened yet.
    if (window.location.hash !== first) changed()
    return () => window.removeEventListener('hashchange', changed)
  }, [first])
}
