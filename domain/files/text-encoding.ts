/**
 * The text of a file, decoded like programs of this field write it: marked by its first bytes, declared in its first line
 * (XML), else UTF-8, and if that is impossible Windows-1252, which has every character of ISO 8859-1.
 */
export function textOf(bytes: Uint8Array): string {
  const marked = encodingByMark(bytes)
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.:-]+)["']/.exec(latin(bytes.subarray(0, 200)))?.[1]
  if (declared !== undefined && isKnown(declared)) return new TextDecoder(declared).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return latin(bytes)
  }
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}

function encodingByMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return null
}

/** A text whose declaration can be found as text is not in UTF-16, whatever it declares. */
function isKnown(encoding: string): boolean {
  if (/^utf-?16/i.test(encoding)) return false
  try {
    return new TextDecoder(encoding).encoding !== ''
  } catch {
    return false
  }
}
