import { useEffect, useSyncExternalStore } from 'react'
import type { ProductConfig } from '#contract/config.ts'
import { clock } from '#web/browser/clock.ts'

let config: ProductConfig | null = null
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Loads the server's settings and time, once; after a failure, the next call tries again. */
export function loadConfig(): Promise<void> {
  if (config !== null) return Promise.resolve()
  loading ??= askForConfig().finally(() => (loading = null))
  return loading
}

/** The server's settings, or null while they are on their way. */
export function useConfig(): ProductConfig | null {
  useEffect(() => void loadConfig(), [])
  return useSyncExternalStore(subscribe, current, current)
}

async function askForConfig(): Promise<void> {
  let sentAt = 0
  try {
    const calls = await import('./first-calls.ts')
    sentAt = performance.now()
    config = await calls.fetchConfig()
  } catch {
    // Every screen works without the settings; only footer, demo account and map wait for the next try.
    return
  }
  clock.follow(config.now, performance.now() - sentAt)
  for (const listener of listeners) listener()
}

function current(): ProductConfig | null {
  return config
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
