/** How this browser puts the app on the home screen; null: it is there already, or this browser cannot. */
export type InstallWay = 'asks' | 'share-menu' | null

interface Looked {
  userAgent: string
  touchPoints: number
  /** The page runs as an app. */
  isInstalled: boolean
  /** The browser would ask its user. */
  wouldAsk: boolean
}

export function installWay({ userAgent, touchPoints, isInstalled, wouldAsk }: Looked): InstallWay {
  if (isInstalled) return null
  if (wouldAsk) return 'asks'
  // An iPad calls itself a Macintosh, which has no touch screen.
  const isApplePhone = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return isApplePhone ? 'share-menu' : null
}
