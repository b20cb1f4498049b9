import { useSyncExternalStore } from 'react'
import type { User } from '#contract/auth/auth.ts'

/** Who uses the browser. A token without a user: the profile has not been loaded yet. */
export interface SessionState {
  readonly token: string | null
  readonly user: User | null
  /** The address that waits for its verification. */
  readonly pendingEmail: string | null
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const keys = {
  token: 'wegwarte.token',
  pendingEmail: 'wegwarte.pendingEmail',
  registration: 'wegwarte.registration',
  settings: 'wegwarte.settings.',
}

/** A store of the session; token and pending e-mail survive a reload in `storage`. */
export function createSession(storage: Storage) {
  let state: SessionState = {
    token: storage.getItem(keys.token),
    user: null,
    pendingEmail: storage.getItem(keys.pendingEmail),
  }
  const listeners = new Set<(state: SessionState, before: SessionState) => void>()
  const expiryListeners = new Set<() => void>()

  const change = (next: SessionState) => {
    const before = state
    state = next
    if (next.token === null) forgetSettings(storage)
    if (next.token !== before.token) forgetKept()
    keep(storage, keys.token, next.token)
    if (next.token !== null) storage.removeItem(keys.registration)
    keep(storage, keys.pendingEmail, next.pendingEmail)
    for (const listener of listeners) listener(next, before)
  }

  return {
    current: () => state,
    /** Calls back after every change; returns how to stop. */
    subscribe(listener: (state: SessionState, before: SessionState) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    signIn: (user: User, token: string) => change({ user, token, pendingEmail: null }),
    setUser: (user: User) => change({ ...state, user }),
    setPendingEmail: (pendingEmail: string | null) => change({ ...state, pendingEmail }),
    signOut: () => change({ token: null, user: null, pendingEmail: null }),
    /** The server no longer knows the session. A session that was only stored ends silently. */
    expire() {
      const wasInUse = state.user !== null
      change({ token: null, user: null, pendingEmail: null })
      if (wasInUse) for (const listener of expiryListeners) listener()
    },
    onExpiry(listener: () => void): () => void {
      expiryListeners.add(listener)
      return () => void expiryListeners.delete(listener)
    },
    /** Takes over what another tab has written: signing in or out there holds here too. */
    followStorage() {
      const token = storage.getItem(keys.token)
      const pendingEmail = storage.getItem(keys.pendingEmail)
      if (token !== state.token) change({ token, user: null, pendingEmail })
    },
  }
}

export const session = createSession(browserStorage())

/** The session as a component's state. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.current, session.current)
}

/** The signed-in user, or null. */
export function useUser(): User | null {
  return useSession().user
}

/** Removes, with the session, the copy of the account's settings that this browser keeps for when there is no connection. */
function forgetSettings(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(keys.settings)) storage.removeItem(key)
}

/** Removes what is kept for when there is no connection (`web/api/offline/offline-store.ts`). */
function forgetKept(): void {
  globalThis.indexedDB?.deleteDatabase('wegwarte.kept')
}

function keep(storage: Storage, key: string, value: string | null): void {
  if (value === null) storage.removeItem(key)
  else storage.setItem(key, value)
}

/** The browser's storage, or one that forgets, if it is forbidden (private windows, blocked cookies) or missing. */
function browserStorage(): Storage {
  try {
    const storage = globalThis.localStorage
    storage.setItem('wegwarte.probe', '1')
    storage.removeItem('wegwarte.probe')
    return storage
  } catch {
    const memory = new Map<string, string>()
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    }
  }
}
