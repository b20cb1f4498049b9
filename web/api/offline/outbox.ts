import { useSyncExternalStore } from 'react'
import { offlineLimits } from '#contract/limits/offline-limits.ts'
import { isConnectionProblem } from '#web/api/calls/call-problem.ts'
import { connection } from '#web/api/calls/connection.ts'
import { session } from '#web/api/session/session.ts'
import { clock } from '#web/browser/clock.ts'
import type { Outcome, OutboxEntry, OutboxChange } from './outbox-change.ts'

/** Everything outside that the outbox depends on. */
export interface OutboxOptions {
  /** Of a session that may change something; else null. */
  token(): string | null
  list(token: string): Promise<OutboxEntry[]>
  /** Whether it is kept: browsers may refuse. */
  put(token: string, waiting: OutboxEntry): Promise<boolean>
  drop(name: string): Promise<void>
  /** Sends a change in the session that it was made in. */
  send(change: OutboxChange, token: string): Promise<Outcome>
  /** The server was not reached. */
  onNoConnection(): void
  /** Does work while no other tab of this browser does. */
  alone(work: () => Promise<void>): Promise<void>
  /** Other tabs look again. */
  announce(): void
  /** Calls back after some seconds. */
  after(seconds: number, work: () => void): void
  browserNow(): number
  newId(): string
}

/** Changes that were made without a connection: kept in this browser, sent in order, each until it is answered once. */
export function createOutbox(options: OutboxOptions) {
  let all: readonly OutboxEntry[] = []
  /** The change that is under way. */
  let sending: string | null = null
  let running: Promise<number> | null = null
  const listeners = new Set<() => void>()

  const change = (next: readonly OutboxEntry[]) => {
    all = next
    for (const listener of listeners) listener()
  }

  /** Looks at what is kept: another tab may have added or sent something. */
  async function load(): Promise<void> {
    const token = options.token()
    const found = token === null ? [] : await options.list(token)
    if (token === options.token()) change(found)
  }

  /** Keeps a change until it can be sent. False where this browser keeps nothing, or too much is kept already. */
  async function add(wanted: OutboxChange): Promise<boolean> {
    const token = options.token()
    if (token === null) return false
    const before = all.find((one) => one.name !== sending && isSameTarget(one.change, wanted))
    const sendable = all.filter(({ stuck }) => stuck?.why !== 'unreadable')
    if (before === undefined && sendable.length >= offlineLimits.mostWaiting) return false
    const at = options.browserNow()
    const waiting = { name: `${at} ${options.newId()}`, at, change: joined(before, wanted), stuck: null }
    if (!(await options.put(token, waiting))) return false
    if (before !== undefined) await options.drop(before.name)
    change([...all.filter((one) => one !== before), waiting])
    options.announce()
    return true
  }

  async function drop(name: string): Promise<void> {
    await options.drop(name)
    change(all.filter((one) => one.name !== name))
    options.announce()
  }

  /** Puts another content in the place of a change. */
  async function replace(waiting: OutboxEntry): Promise<void> {
    const token = options.token()
    if (token === null) return
    await options.put(token, waiting)
    change(all.map((one) => (one.name === waiting.name ? waiting : one)))
    options.announce()
  }

  /** Sends what waits, in order, as long as the server answers. Returns how many were sent. */
  function send(): Promise<number> {
    running ??= sendAll().finally(() => (running = null))
    return running
  }

  async function sendAll(): Promise<number> {
    let sent = 0
    await options.alone(async () => {
      await load()
      const token = options.token()
      if (token === null) return
      for (let next = firstWaiting(); next !== undefined; next = firstWaiting()) {
        sending = next.name
        const outcome = await options.send(next.change, token).finally(() => (sending = null))
        // What belongs to a session that has ended is gone already.
        if (token !== options.token()) return
        if (outcome.kind === 'no connection') return options.onNoConnection()
        if (outcome.kind === 'later') return options.after(outcome.seconds, () => void send())
        if (outcome.kind === 'stuck') await replace({ ...next, stuck: outcome.stuck })
        if (outcome.kind === 'sent') {
          await drop(next.name)
          sent += 1
        }
      }
    })
    return sent
  }

  const firstWaiting = () => all.find(({ stuck }) => stuck === null)

  return {
    current: () => all,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load,
    add,
    drop,
    replace,
    send,
    forget: () => change([]),
  }
}

/** Whether two changes are about the same, so that only the later one need be sent. Reports are each about something else, votes about what was reported. */
function isSameTarget(one: OutboxChange, other: OutboxChange): boolean {
  if (one.kind === 'report' || other.kind === 'report') return false
  if (one.kind === 'unreadable' || other.kind === 'unreadable') return false
  return one.kind === other.kind && one.id === other.id
}

/** The later change of the same, from what was there before the first one. */
function joined(before: OutboxEntry | undefined, wanted: OutboxChange): OutboxChange {
  // A new change of something stuck was made with its present state in view.
  const first = before?.stuck === null ? before.change : null
  if (first?.kind === 'device' && wanted.kind === 'device') return { ...wanted, base: first.base }
  if (first?.kind === 'settings' && wanted.kind === 'settings') return { ...wanted, base: first.base }
  return wanted
}

const work = () => import('./outbox-sending.ts')
let channel: BroadcastChannel | null = null
/** The tabs of this browser. */
const tabs = () => (channel ??= new BroadcastChannel('outbox'))

/** The outbox of this browser and session. The demo account may change nothing, so nothing of it waits. */
export const outbox = createOutbox({
  token() {
    const { token, user } = session.current()
    return user?.demo === false ? token : null
  },
  list: async (token) => (await work()).keptChanges.list(token),
  put: (token, waiting) =>
    work().then(
      ({ keptChanges }) => keptChanges.put(token, waiting),
      () => false,
    ),
  drop: async (name) => (await work()).keptChanges.drop(name),
  send: async (change, token) => (await work()).sendChange(change, { token }),
  onNoConnection: () => connection.unanswered(),
  alone: (sending) => navigator.locks.request('outbox', sending),
  // A channel is of one origin, other than a window.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  announce: () => tabs().postMessage('changed'),
  after: (seconds, again) => void setTimeout(again, seconds * 1000),
  browserNow: clock.browserNow,
  newId: () => crypto.getRandomValues(new Uint32Array(1)).join(''),
})

/** How many changes of the stored session wait, also while it is not known whose it is. */
export async function countKept(): Promise<number> {
  const { token } = session.current()
  if (token === null) return 0
  return work().then(
    async ({ keptChanges }) => (await keptChanges.list(token)).length,
    () => 0,
  )
}

/** From now on what another tab changes is seen here, too. */
export function followOtherTabs(): void {
  tabs().addEventListener('message', () => void outbox.load())
}

/** The changes that wait, as a component's state. */
export function useOutbox(): readonly OutboxEntry[] {
  return useSyncExternalStore(outbox.subscribe, outbox.current, outbox.current)
}

/** What waits to be saved for a device; null if nothing does. */
export function useWaitingDevice(id: string) {
  return useWaiting(['device'], id)[0]?.mine ?? null
}

/** What waits to be saved as the settings of an account, by its id, or of a device, by its IMEI; null if nothing does. */
export function useWaitingSettings(id: string) {
  return useWaiting(['settings'], id)[0]?.mine ?? null
}

/** What its owner tapped last about a device that is not sent yet; null if nothing waits. */
export function useWaitingTap(id: string): 'ride' | 'theft' | null {
  return useWaiting(['ride', 'theft'], id).at(-1)?.kind ?? null
}

/** The answer about a hazard that is not sent yet; null if none waits. */
export function useWaitingVote(id: string) {
  return useWaiting(['vote'], id).at(-1) ?? null
}

type ChangeOf<Kind extends OutboxChange['kind']> = Extract<OutboxChange, { kind: Kind; id: string }>

/** What waits of these kinds about something, oldest first. */
function useWaiting<const Kind extends OutboxChange['kind']>(kinds: readonly Kind[], id: string): ChangeOf<Kind>[] {
  const isAbout = (change: OutboxChange): change is ChangeOf<Kind> =>
    'id' in change && change.id === id && kinds.some((kind) => kind === change.kind)
  return useOutbox().flatMap(({ change, stuck }) => (stuck === null && isAbout(change) ? [change] : []))
}

/**
 * Takes back what its owner tapped about a device, while it waits. A theft may be on the server all the same, where only the answer
 * was lost: it is taken back there, too.
 */
export async function dropWaitingTap(id: string, kind: 'ride' | 'theft'): Promise<void> {
  const last = outbox.current().findLast(({ change }) => change.kind === kind && change.id === id)
  if (last === undefined) return
  await outbox.drop(last.name)
  const { token } = session.current()
  if (last.change.kind === 'theft' && token !== null) await (await work()).takeBack(last.change, { token })
}

/** What was answered, or that the change waits for a connection. */
export type AnsweredOrWaits<R> = { waits: false; reply: R } | { waits: true }

/**
 * Makes a call; where there is no connection the change is kept, and sent later.
 * @throws {CallProblem} as the call does; of no connection only where nothing can be kept.
 */
export async function callOrWait<R>(makeCall: () => Promise<R>, change: OutboxChange): Promise<AnsweredOrWaits<R>> {
  // A later change must not overtake an earlier one of the same.
  const isBehind = outbox.current().some((one) => one.stuck === null && isSameTarget(one.change, change))
  const hasToWait = connection.current().lost || isBehind
  if (hasToWait && (await outbox.add(change))) {
    void outbox.send()
    return { waits: true }
  }
  try {
    return { waits: false, reply: await makeCall() }
  } catch (problem) {
    if (!isConnectionProblem(problem) || !(await outbox.add(change))) throw problem
    connection.unanswered()
    return { waits: true }
  }
}
