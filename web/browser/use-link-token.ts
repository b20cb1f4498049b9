import { useState } from 'react'
import { useHashChange } from './use-hash-change.ts'

/**
 * The key of a link, behind the `#` of the address: no browser sends that to a server or names it in a referrer. Another
 * jump on the page („Zum Inhalt springen“) does not lose it. Null if the address has none.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => tokenIn(window.location.hash))
  useHashChange((hash) => {
    const next = tokenIn(hash)
    if (next !== null) setToken(next)
    else if (token !== null) window.history.replaceState(window.history.state, '', `#${token}`)
  })
  return token
}

function tokenIn(hash: string): string | null {
  return /^#([\w-]{43})$/.exec(hash)?.[1] ?? null
}
