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

/** From now on the browser's question is kept. */
export function keepInstallQuestion(target: Window): void {
  target.addEventListener('beforeinstallprompt', (event) => {
    if (isQuestion(event)) change(event)
  })
  target.addEventListener('appinstalled', () => change(null))
}

function isQuestion(event: Event): event is InstallQuestion {
  return 'prompt' in event && typeof event.prompt === 'function'
}

function change(next: InstallQuestion | null): void {
  question = next
  for (const listener of listeners) listener()
}
