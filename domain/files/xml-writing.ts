/** A text as an element's content. What XML forbids has been removed before (`withoutUnwritable`). */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * What XML 1.0 forbids even when escaped: control characters except tab and line ends, halves of pairs, two non-characters.
 */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Any text without the characters that no XML document can contain, among them the one that PostgreSQL does not accept. */
export function withoutUnwritable(text: string): string {
  return text.replaceAll(unwritable, '')
}
