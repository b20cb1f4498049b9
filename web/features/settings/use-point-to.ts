import { useEffect, useState } from 'react'

/** Moves the focus to an element, by its id, once the changes made with it are drawn. */
export function usePointTo(): (id: string) => void {
  const [target, setTarget] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (target !== null) document.getElementById(target.id)?.focus()
  }, [target])
  return (id) => setTarget({ id })
}
