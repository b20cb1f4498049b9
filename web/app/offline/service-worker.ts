/** How often a page that stays open asks whether the server has a newer app. */
const lookEveryMs = 3_600_000

/**
 * Starts the service worker that keeps the app's files (web/service-worker/), and looks for newer ones. `onNewer` is called
 * when another build of the app waits: what it is passed ends this one and loads the new one.
 */
export async function startServiceWorker(onNewer: (takeOver: () => void) => void): Promise<void> {
  // The development server has none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await register()
  if (registration === null) return
  const look = () =>
    void offer(registration.waiting, entryOf(document), (takeOver) =>
      onNewer(() => {
        navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
        takeOver()
      }),
    )
  const follow = () => registration.installing?.addEventListener('statechange', look)
  look()
  // The browser may have found a newer one before we came to listen.
  follow()
  registration.addEventListener('updatefound', follow)
  setInterval(() => void registration.update().catch(() => undefined), lookEveryMs)
}

/** Null where the browser refuses (private windows), or the files do not arrive. */
async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    await navigator.serviceWorker.register('/service-worker.js', { scope: '/' })
    return (await navigator.serviceWorker.getRegistration('/')) ?? null
  } catch {
    return null
  }
}

/** The part of a worker that is talked to. */
interface Addressed {
  postMessage(message: { type: string; file?: string }, transfer: Transferable[]): void
}

/** What to do with a worker that waits while this page, which began with the file `entry`, is controlled by another. */
export async function offer(
  waiting: Addressed | null,
  entry: string,
  onNewer: (takeOver: () => void) => void,
): Promise<void> {
  if (waiting === null) return
  const takeOver = () => waiting.postMessage({ type: 'take-over' }, [])
  // A page that was loaded after the update has nothing newer to load.
  if (await brings(waiting, entry)) takeOver()
  else onNewer(takeOver)
}

/** Whether a worker has this file of the app. */
function brings(worker: Addressed, file: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true })
    port1.start()
    worker.postMessage({ type: 'brings', file }, [port2])
  })
}

/** The script that this page began with. */
function entryOf(page: Document): string {
  const script = page.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script === null ? '' : new URL(script.src).pathname
}
