import { useEffect, useEffectEvent } from 'react'

/** Reports the part after the `#` when another link to the page that is already shown is opened in its tab. */
export function useHashChange(follow: (hash: string) => void): void {
  const latest = useEffectEvent(follow)
  useEffect(() => {
    const changed = () => latest(window.location.hash)
    window.addEventListener('hashchange', changed)
    return () => window.removeEventListener('hashchange', changed)
  }, [])
}
