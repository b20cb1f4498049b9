/*
 * Loaded with what surrounds a screen: the bar that looks for the server comes later, and a network may be back before it.
 */
let isNew = false
// While the app is built there is no window.
globalThis.window?.addEventListener('online', () => (isNew = true))

/** Whether the browser has found a network since this was last asked. */
export function takeNetworkNews(): boolean {
  const was = isNew
  isNew = false
  return was
}
