import { createHash } from 'node:crypto'

/**
 * The name of an e-mail (`Sending.id`): the same each time that it is tried, and revealing nothing of what it is about.
 * @param parts random ids among them, which make it unique. With the token of a link that the next try replaces, that one has
 *   another name: a mail program that showed only the first of both would show a link that has ended.
 */
export function emailName(kind: string, ...parts: readonly string[]): string {
  return `${kind}.${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}`
}
