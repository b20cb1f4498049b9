import { useLocation } from 'react-router'

/** The router's key of the present entry in the browser's history. Entries that the router did not make have `default`. */
export function keyOfEntry(): string {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'default'
}

/**
 * Says more in the address of the screen that is shown, so that it leads here again. It is no navigation: that would end the
 * one that the user may have begun meanwhile. Once the browser has gone on to another entry, nothing is written.
 */
export function useAddressInPlace(): (address: string) => void {
  const { key } = useLocation()
  return (address) => {
    if (keyOfEntry() === key) window.history.replaceState(window.history.state, '', address)
  }
}
