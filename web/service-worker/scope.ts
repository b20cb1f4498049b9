/* What a service worker finds around it, as far as ours uses it: TypeScript has no library for pages and workers at once. */

interface Lasting extends Event {
  /** The worker is not stopped before this is done. */
  waitUntil(work: Promise<unknown>): void
}

interface ShownNotification {
  readonly data: unknown
  close(): void
}

interface Events {
  activate: Lasting
  message: MessageEvent<unknown>
  push: Lasting & { readonly data: { json(): unknown } | null }
  /** `action`: the button that was pressed; empty for the notification itself. */
  notificationclick: Lasting & { readonly action: string; readonly notification: ShownNotification }
}

/** A window of the product. */
interface ProductWindow {
  focus(): Promise<unknown>
  navigate(address: string): Promise<unknown>
}

export interface WorkerScope {
  /** Put in by the build (vite.config.ts): the address of each file of the app, and which build it is of. */
  readonly __WB_MANIFEST: { url: string; revision: string | null }[]
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<ProductWindow[]>
    openWindow(address: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}
