import type { Writing } from '#server/db/locks.ts'

/** What features do that others follow: the name of the event, and what it says. */
interface Events {
  /** What was handed out under former credentials ends. The account is held. `unknown`: somebody else may have had it. */
  credentialsChanged: { userId: string; formerHolder: 'owner' | 'unknown' }
  /** „Das war ich nicht“: what somebody else may have arranged ends, too. The account and these devices are held. */
  accountSecured: {
    userId: string
    /** The mailbox that secures it. */
    email: string
    devices: readonly string[]
    at: Date
  }
}

/**
 * What follows an event, in the same transaction. A feature with rows that must go along says so in its
 * `<feature>.hooks.ts`; `server/hooks.ts` lists them in the order in which they are called.
 */
export type Hooks = { [Event in keyof Events]: (writing: Writing, of: Events[Event]) => Promise<void> }

/** Calls those that have something to do, one after the other. */
export function inOrder(all: readonly Partial<Hooks>[]): Hooks {
  const each =
    <Event extends keyof Events>(event: Event) =>
    async (writing: Writing, of: Events[Event]) => {
      for (const hooks of all) await hooks[event]?.(writing, of)
    }
  return { credentialsChanged: each('credentialsChanged'), accountSecured: each('accountSecured') }
}
