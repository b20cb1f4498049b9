import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { encodingProblem, isUtf16 } from '#server/feeds/encoding.ts'
import type { FeedFile } from '#server/feeds/feed.ts'

/**
 * The value of a JSON file, or why it has none, as a German sentence that names the line if possible.
 * @param wanted what was expected, for the sentence: "JSON-Antwort von Overpass".
 */
export function jsonIn(file: FeedFile, wanted: string): { value: unknown } | { failure: string } {
  const { name, bytes } = file
  if (bytes.length > feedsServerLimits.jsonBytes) return { failure: `${name} ist zu groß` }
  const text = new TextDecoder().decode(bytes)
  const start = text.trimStart().charAt(0)
  if (start === '') return { failure: `${name} ist leer` }
  // A server reports its time-out or its limit on a page for people (feeds, section 1).
  if (start === '<' && !isUtf16(bytes)) return { failure: `${name} ist eine HTML- oder XML-Seite, keine ${wanted}` }
  if (start !== '{' && !isUtf16(bytes)) return { failure: `${name} ist keine ${wanted}` }
  const problem = encodingProblem(file)
  if (problem !== null) return { failure: problem }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { failure: `${name} ist abgeschnitten oder beschädigt${placeOfError(error, text)}` }
  }
}

/**
 * Where the parser stopped. For some errors it quotes the surrounding text instead, which gives the line if it is unique.
 */
function placeOfError(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : ''
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (line !== undefined) return ` (Zeile ${line}, Spalte ${column})`
  if (/end of JSON/.test(message)) return ` (endet in Zeile ${lineAt(text, text.length)})`
  const quoted = /, (?:\.{3})?"([\s\S]*)"(?:\.{3})? is not valid JSON$/.exec(message)?.[1] ?? ''
  const start = text.indexOf(quoted)
  const isUnique = quoted !== '' && start >= 0 && start === text.lastIndexOf(quoted)
  return isUnique ? ` (Zeile ${lineAt(text, start + quoted.length / 2)})` : ''
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
