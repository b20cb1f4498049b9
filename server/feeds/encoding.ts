import { isUtf8 } from 'node:buffer'
import type { FeedFile } from '#server/feeds/feed.ts'

/** Sources write UTF-8. Why a file of text is not UTF-8, as a German sentence with the line; null if it is. */
export function encodingProblem({ name, bytes }: FeedFile): string | null {
  if (isUtf16(bytes)) return `${name} ist in UTF-16 kodiert statt in UTF-8`
  return isUtf8(bytes) ? null : `${name} ist nicht in UTF-8 kodiert (Zeile ${lineOfOtherEncoding(bytes)})`
}

/** Recognised by its byte order mark, or by the zero beside its first character. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
}

const lineFeed = 10

function lineOfOtherEncoding(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(lineFeed, start)
    const end = found === -1 ? bytes.length : found
    if (!isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
  return line
}
