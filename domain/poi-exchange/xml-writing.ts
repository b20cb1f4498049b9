/** A text as an element's content. What XML forbids has been left out before (`oneLine`). */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
