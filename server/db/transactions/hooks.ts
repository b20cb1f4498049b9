import type { DemoFix } from '#domain/demo/demo-rides.ts'
import type { Writing } from './locks.ts'

/** What features do that others follow: the name of the event, and what it says. */
interface Events {
  /** What was handed out under former credentials ends. The account is held. `unknown`: somebody else may have had it. */
  credentialsChanged: { userId: string; formerHolder: 'owner' | 'unknown' }
  /** An account has another address, which is confirmed. The account is held. */
  emailChanged: { userId: string }
  /** „Das war ich nicht“: what somebody else may have arranged ends, too. The account and these devices are held. */
  accountSecured: {
    userId: string
    /** The mailbox that secures it. */
    email: string
    devices: readonly string[]
    at: Date
  }
  /** An account has a second factor, whose first code was given in this session. The account is held. */
  secondFactorSwitchedOn: { userId: string; sessionId: string }
  /** An account shows one of its pictures, or none. The account is held. */
  pictureChosen: { userId: string; pictureId: string | null }
  /** An account will be deleted then; null: it is kept. The account is held. */
  deletionPlanned: { userId: string; deletesAt: Date | null }
  /**
   * An account goes with all that it has; its row goes last. Held are the account, its licences, its devices with their trackers,
   * those that are offered to it, and `watched`: devices of others of which its person is an emergency contact, or to which they are invited.
   */
  accountRemoved: { userId: string; email: string; devices: readonly string[]; watched: readonly string[]; at: Date }
  /** All positions are deleted that the devices of a removed account left behind: how many there were, and of how many days. */
  positionsRemoved: { receiptId: string; positions: number; days: number }
  /** A device's owner has answered an alarm by link. The account is held. */
  alarmAnswered: { alarmId: string; userId: string; at: Date }
  /** What a tracker's clock is ahead was corrected. The tracker is held. */
  clockCorrected: { deviceId: string }
  /** The demo world is built, dated from `now`. It is not there, but its account may be. All that could be of it is held. */
  demoBuilt: { now: Date }
  /** A device of the demo world reports again; fixes only if its ride has gone on. Its tracker is held. */
  demoReported: { deviceId: string; imei: string; seenAt: Date; fixes: readonly DemoFix[] }
  /** The demo world is removed, with what visitors added. Its account stays, with its sessions, if it is rebuilt at once. */
  demoRemoved: { isRebuilt: boolean }
}

/**
 * What follows an event, in the same transaction. A feature with rows that must go along says so in its
 * `<feature>.hooks.ts`; `server/hooks.ts` lists them in the order in which they are called.
 */
export type Hooks = { [Event in keyof Events]: (writing: Writing, of: Events[Event]) => Promise<void> }

/** Calls those that have something to do, one after the other; for a removal from the last to the first. */
export function inOrder(all: readonly Partial<Hooks>[]): Hooks {
  const each =
    <Event extends keyof Events>(event: Event, ordered = all) =>
    async (writing: Writing, of: Events[Event]) => {
      for (const hooks of ordered) await hooks[event]?.(writing, of)
    }
  return {
    credentialsChanged: each('credentialsChanged'),
    emailChanged: each('emailChanged'),
    accountSecured: each('accountSecured'),
    secondFactorSwitchedOn: each('secondFactorSwitchedOn'),
    pictureChosen: each('pictureChosen'),
    deletionPlanned: each('deletionPlanned'),
    accountRemoved: each('accountRemoved', all.toReversed()),
    positionsRemoved: each('positionsRemoved'),
    alarmAnswered: each('alarmAnswered'),
    clockCorrected: each('clockCorrected'),
    demoBuilt: each('demoBuilt'),
    demoReported: each('demoReported'),
    demoRemoved: each('demoRemoved', all.toReversed()),
  }
}
