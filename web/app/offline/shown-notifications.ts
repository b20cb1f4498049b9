import { session } from '#web/api/session/session.ts'

/** The part of the browser that knows which notifications it shows. */
interface Workers {
  getRegistration(scope: string): Promise<Pick<ServiceWorkerRegistration, 'getNotifications'> | undefined>
}

/**
 * From now on the notifications that this browser shows are closed with the session: they name its user's vehicle, and their
 * button answers its alarm, also after another sign-in.
 */
export function closeNotificationsWithSession(): void {
  session.subscribe((state, before) => {
    if (state.token !== before.token && 'serviceWorker' in navigator) void closeNotifications(navigator.serviceWorker)
  })
}

export async function closeNotifications(workers: Workers): Promise<void> {
  const registration = await workers.getRegistration('/')
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}
