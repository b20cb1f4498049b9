import { BackupProblem, problemOfFile } from './backup-problem.ts'

const newline = 10

/**
 * The lines of a text, one at a time: no more of it is read than the line that is asked for. `node:readline` reads a thousand
 * lines ahead, and a line of a backup has up to two megabytes.
 * @throws {BackupProblem} where a line is longer than any of ours: a small file can unpack to one that no memory holds.
 */
export async function* textLines(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<string> {
  let begun: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString()
      begun = []
      bytes = 0
      from = end + 1
    }
    begun.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes > mostBytes) throw new BackupProblem(problemOfFile.damaged)
  }
  if (bytes > 0) yield Buffer.concat(begun).toString()
}
