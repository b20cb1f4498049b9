/*
 * Text messages have 160 characters of this alphabet, or 70 of any other (3GPP TS 23.038, section 6.2.1). Those of the
 * extension take two places.
 */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extension = '\f^{}\\[~]|€'
const alphabet = new Set(basic + extension)
const twice = new Set(extension)

export const longestGsm = 160

/** A text in this alphabet: other letters lose their accents, typographic signs become plain ones, and the rest goes. */
export function toGsm(text: string): string {
  const plain = text
    .replaceAll(/[„“”«»]/g, '"')
    .replaceAll(/[‚‘’]/g, "'")
    .replaceAll(/[\u2010-\u2015]/g, '-')
  return Array.from(plain, (character) => (alphabet.has(character) ? character : bare(character)))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

function bare(character: string): string {
  if (/\s/.test(character)) return ' '
  return Array.from(character.normalize('NFKD'))
    .filter((part) => alphabet.has(part))
    .join('')
}

/** How many places a text of this alphabet takes. */
export function gsmLength(text: string): number {
  return Array.from(text).reduce((length, character) => length + (twice.has(character) ? 2 : 1), 0)
}

/** The beginning of a text that takes no more than so many places. */
export function cutToGsm(text: string, longest: number): string {
  let cut = toGsm(text)
  while (gsmLength(cut) > longest) cut = cut.slice(0, -1)
  return cut.trim()
}
