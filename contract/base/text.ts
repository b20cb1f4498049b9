import * as z from 'zod/mini'

/**
 * A text of at most this many characters. Its length is checked first, and a longer text is not checked further, so no
 * later pattern ever meets more than this.
 */
export function text(length: number, tooLong: string, missing?: string) {
  return z.string(missing).check(z.maxLength(length, { error: tooLong, abort: true }))
}

/** The beginning of a text, at most this many characters, and never half of one. */
export function cut(whole: string, length: number): string {
  return whole.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/**
 * What breaks a line or changes its writing direction, by which a name can pretend to be other text: control characters,
 * line and paragraph separators, and Unicode's directional formatting (UAX #9). Joiners of emojis are allowed.
 */
const oneLinePattern = new RegExp(
  String.raw`^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$`,
)
const oneLineMessage = 'Bitte geben Sie den Text in einer Zeile und ohne unsichtbare Steuerzeichen ein.'

/** A text in one line, trimmed, for names and the like. */
export function oneLine(length: number, tooLong: string, missing?: string) {
  return z
    .string(missing)
    .check(z.trim(), z.maxLength(length, { error: tooLong, abort: true }), z.regex(oneLinePattern, oneLineMessage))
}
