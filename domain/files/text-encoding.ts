/**
 * The text of a file as programs of this field write it. Its first bytes mark UTF-16. All else is tested, because programs
 * declare one encoding and write another: it is UTF-8 if it can be, else what its first line (XML) declares, else
 * Windows-1252, which has every character of ISO 8859-1.
 */
export function textOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf
  const unmarked = isMarked ? bytes.subarray(3) : bytes
  return strictly('utf-8', unmarked) ?? strictly(declaredIn(unmarked), unmarked) ?? latin(unmarked)
}

function declaredIn(bytes: Uint8Array): string | undefined {
  return /^\s*<\?xml[^>]*encoding=["']([\w.:-]+)["']/.exec(latin(bytes.subarray(0, 200)))?.[1]
}

/** Null if the bytes are not text in this encoding, or if nobody knows it. */
function strictly(encoding: string | undefined, bytes: Uint8Array): string | null {
  // A text whose declaration can be found as text is not in UTF-16, whatever it declares.
  if (encoding === undefined || /^utf-?16/i.test(encoding)) return null
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}
