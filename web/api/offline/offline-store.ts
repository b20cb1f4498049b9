import * as z from 'zod/mini'
import { session } from '#web/api/session/session.ts'
import { clock } from '#web/browser/clock.ts'

/*
 * What this browser keeps for when there is no connection, in IndexedDB. It belongs to one session: `web/api/session/session.ts`
 * deletes all of it with the session, and each record names its session by a hash, so that what a page writes too late is
 * never read by the next user. Where a browser keeps nothing (private windows), nothing is found.
 */

/** What is kept under a name, and when it was answered, by the browser's clock (milliseconds since 1970). */
const kept = z.object({ name: z.string(), session: z.string(), at: z.number(), value: z.unknown() })
type Stored = z.output<typeof kept>
export type Kept = Pick<Stored, 'name' | 'at' | 'value'>

const storeName = 'kept'

/** Keeps a value of the session with this token. False where this browser keeps nothing, or the session has ended. */
export async function keep(token: string, name: string, value: unknown, at = clock.browserNow()): Promise<boolean> {
  try {
    const hash = await hashOf(token)
    // Everything was deleted with the session: this would make the database again, and stay in it.
    if (session.current().token !== token) return false
    await inStore('readwrite', (store) => store.put({ name, session: hash, at, value } satisfies Stored, name))
    return true
  } catch {
    return false
  }
}

/** What is kept for the session with this token, or null. */
export async function recall(token: string, name: string): Promise<Kept | null> {
  const found = await inStore<unknown>('readonly', (store) => store.get(name)).catch(ignore)
  const { success, data } = z.safeParse(kept, found)
  // What another session or another version of the app has left is not read.
  return success && data.session === (await hashOf(token)) ? data : null
}

/** What is kept for the session with this token under all names that begin so, in the order of the names. */
export async function recallAll(token: string, beginning: string): Promise<Kept[]> {
  const found = await inStore<unknown[]>('readonly', (store) => store.getAll(rangeOf(beginning))).catch(ignore)
  if (found === undefined || found.length === 0) return []
  const hash = await hashOf(token)
  return found.flatMap((one) => {
    const { success, data } = z.safeParse(kept, one)
    return success && data.session === hash ? [data] : []
  })
}

export async function drop(name: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(name)).catch(ignore)
}

/** Removes what is kept under all names that begin so. */
export async function dropAll(beginning: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(rangeOf(beginning))).catch(ignore)
}

/** The same, of what was answered by then (milliseconds since 1970, by the browser's clock). */
export async function dropAnswered(beginning: string, until: number): Promise<void> {
  const found = await inStore<unknown[]>('readonly', (store) => store.getAll(rangeOf(beginning))).catch(ignore)
  for (const one of found ?? []) {
    const { success, data } = z.safeParse(kept, one)
    if (success && data.at <= until) await drop(data.name)
  }
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    return await done(work(database.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    // An open database could not be deleted with the session.
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('wegwarte.kept', 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
  return done(request)
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps nothing')))
  })
}

const rangeOf = (beginning: string) => IDBKeyRange.bound(beginning, `${beginning}\uFFFF`)

/** So that neither the token nor what was asked for is readable among the names. */
export async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const ignore = () => undefined
