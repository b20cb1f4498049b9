/** How many characters or bytes of a file are read in one turn, whatever they yield: a few milliseconds. */
export const charactersPerTurn = 50_000

/**
 * The lines of a text in order, the first with number 1, and null wherever other work may have its turn: also between lines
 * that a reader ignores.
 */
export function* linesInTurns(text: string): Generator<{ line: number; row: string } | null, void> {
  const lineEnd = /\r\n|\n|\r/g
  let turnEnds = charactersPerTurn
  for (let line = 1, start = 0; ; line += 1) {
    const end = lineEnd.exec(text)
    yield { line, row: text.slice(start, end?.index) }
    if (end === null) return
    start = lineEnd.lastIndex
    if (start < turnEnds) continue
    turnEnds = start + charactersPerTurn
    yield null
  }
}
