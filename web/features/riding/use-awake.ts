import { useEffect, useState } from 'react'

/** Keeps the screen on while the component is shown; false where the browser does not. It lets go of it in the background. */
export function useAwake(): boolean {
  const [isAwake, setIsAwake] = useState(true)
  useEffect(() => {
    let isOver = false
    let lock: WakeLockSentinel | null = null
    const hold = async () => {
      if (document.hidden) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
        setIsAwake(true)
      } catch {
        // Not known here, or refused because the battery is low.
        setIsAwake(false)
      }
    }
    const holdAgain = () => void hold()
    holdAgain()
    document.addEventListener('visibilitychange', holdAgain)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', holdAgain)
      void lock?.release()
    }
  }, [])
  return isAwake
}
