/**
 * Blocks the shortcuts of the developer tools and of „view source" (specification, section 8); the server's settings
 * say whether. Returns how to stop.
 */
export function blockDevtools(page: Document): () => void {
  const listen = (event: KeyboardEvent) => {
    if (isDevtoolsShortcut(event)) event.preventDefault()
  }
  page.addEventListener('keydown', listen, { capture: true })
  return () => page.removeEventListener('keydown', listen, { capture: true })
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

export function isDevtoolsShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): boolean {
  if (key === 'F12') return true
  const letter = key.toUpperCase()
  const inspect = (ctrlKey && shiftKey) || (metaKey && altKey)
  if (inspect) return ['I', 'J', 'C', 'K'].includes(letter)
  return letter === 'U' && !shiftKey && ((ctrlKey && !altKey) || metaKey)
}
