import type { PushAddress } from '#contract/push/push.ts'

/*
 * What this browser can do about push messages. `needs-install`: only as an app on the home screen (iPhone and iPad).
 * `denied`: its user, or the user's administrator, does not want notifications.
 */
export type PushAbility = 'able' | 'denied' | 'needs-install' | 'unable'

/** The part of the browser that is looked at. */
interface Looked {
  userAgent: string
  touchPoints: number
  /** Service workers, push messages and notifications, over a connection that allows them. */
  canPush: boolean
  permission: NotificationPermission | null
}

export function pushAbility({ userAgent, touchPoints, canPush, permission }: Looked): PushAbility {
  if (canPush) return permission === 'denied' ? 'denied' : 'able'
  // An iPad calls itself a Macintosh, which has no touch screen.
  const isApplePhone = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return isApplePhone ? 'needs-install' : 'unable'
}

export function lookAtBrowser(): Looked {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return {
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    canPush,
    permission: canPush ? Notification.permission : null,
  }
}

/** The address that this browser is subscribed at, or null. */
export async function subscribedAddress(): Promise<string | null> {
  if (!lookAtBrowser().canPush) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  return subscription?.endpoint ?? null
}

/** Asks the user, only after a click, and subscribes. `undecided`: the question was closed without an answer. */
export async function subscribeBrowser(publicKey: string): Promise<PushAddress | 'denied' | 'undecided' | 'failed'> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'undecided'
  try {
    await navigator.serviceWorker.register('/service-worker.js', { scope: '/' })
    const { pushManager } = await navigator.serviceWorker.ready
    // We cannot send to a subscription that was made with another sender's key.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
    return { endpoint: subscription.endpoint, keys: { p256dh, auth } }
  } catch {
    // The push service of the browser's maker is out of reach, or switched off in this browser.
    return 'failed'
  }
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
