import { expect, test } from 'vitest'
import { BackupProblem } from './backup-problem.ts'
import { textLines } from './text-lines.ts'

async function linesOf(...chunks: string[]): Promise<string[]> {
  async function* bytes() {
    for (const chunk of chunks) yield Buffer.from(chunk, 'latin1')
  }
  const lines: string[] = []
  for await (const line of textLines(bytes(), 20)) lines.push(line)
  return lines
}

test.each([
  ['nothing', [], []],
  ['one line without an end', ['abc'], ['abc']],
  ['several lines in one piece', ['a\nb\n\nc\n'], ['a', 'b', '', 'c']],
  ['a line in several pieces', ['ab', 'cd', '\ne', '\n'], ['abcd', 'e']],
  ['a letter that two pieces share', ['gr\xc3', '\xbcn\n'], ['grün']],
])('%s is read as it was written', async (_name, chunks, lines) => {
  expect(await linesOf(...chunks)).toEqual(lines)
})

test('a line that is too long is refused before it is held', async () => {
  await expect(linesOf('a\n', 'b'.repeat(15), 'b'.repeat(15), 'b\n')).rejects.toThrow(BackupProblem)
})

test('however long a backup is, only the line that is asked for is read', async () => {
  let read = 0
  async function* manyPages() {
    for (; read < 5_000; read += 1) yield Buffer.from(`page ${read}\n`)
  }
  let taken = 0
  let mostAhead = Number.NEGATIVE_INFINITY
  for await (const line of textLines(manyPages(), 100)) {
    expect(line).toBe(`page ${taken}`)
    taken += 1
    // The source may go on while the line waits for the database.
    await new Promise((resolve) => setImmediate(resolve))
    mostAhead = Math.max(mostAhead, read - taken)
  }
  expect([taken, mostAhead]).toEqual([5_000, -1])
})
