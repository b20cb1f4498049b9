import { useSyncExternalStore } from 'react'
import { clock } from '#web/browser/clock.ts'

/** Whether the server answers this page, and since when it does not. */
export interface Connection {
  readonly lost: boolean
  /** When the server answered last, by the browser's clock; null: not since this page was opened. */
  readonly answeredAt: number | null
}

/** What the questions of the screens have found out. */
export function createConnection(browserNow: () => number) {
  let state: Connection = { lost: false, answeredAt: null }
  const listeners = new Set<() => void>()
  const change = (next: Connection) => {
    // While it is lost, the age of what is shown may become known later.
    const isSeen = next.lost !== state.lost || (next.lost && next.answeredAt !== state.answeredAt)
    state = next
    if (isSeen) for (const listener of listeners) listener()
  }
  return {
    current: () => state,
    /** Calls back when the connection is lost, when it is back, and when more is known of before; returns how to stop. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    answered: () => change({ lost: false, answeredAt: browserNow() }),
    /** @param knownAt when what is shown instead was answered, if that was before this page was opened. */
    unanswered: (knownAt: number | null = null) =>
      change({ lost: true, answeredAt: Math.max(state.answeredAt ?? 0, knownAt ?? 0) || null }),
  }
}

export const connection = createConnection(clock.browserNow)

/** The connection as a component's state. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.current, connection.current)
}
