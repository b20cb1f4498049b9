/** The browser's own question whether to install the app (Chromium: `beforeinstallprompt`), kept until somebody wants it. */
interface InstallQuestion extends Event {
  prompt(): Promise<unknown>
}

let question: InstallQuestion | null = null
const listeners = new Set<() => void>()

export const installPrompt = {
  /** Whether the browser would ask. */
  isThere: () => question !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** The browser asks; it can be asked once. */
  async ask(): Promise<void> {
    const asked = question
    change(null)
    await asked?.prompt()
  },
}

/**
 * Lets the browser ask, and keeps its question. Browsers ask once the page names the app's manifest, which then is fetched with
 * an icon: a screen behind the sign-in names it here (run/finish-web-build.mjs).
 */
export function keepInstallQuestion(target: Window): void {
  nameManifest(target.document)
  target.addEventListener('beforeinstallprompt', (event) => {
    if (isQuestion(event)) change(event)
  })
  target.addEventListener('appinstalled', () => change(null))
}

function nameManifest(page: Document): void {
  if (page.querySelector('link[rel="manifest"]') !== null) return
  const link = page.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  page.head.append(link)
}

function isQuestion(event: Event): event is InstallQuestion {
  return 'prompt' in event && typeof event.prompt === 'function'
}

function change(next: InstallQuestion | null): void {
  question = next
  for (const listener of listeners) listener()
}
