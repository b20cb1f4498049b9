import { randomUUID } from 'node:crypto'

/** A new id for a row: random, so that it reveals nothing and cannot be guessed (design, section 4). */
export function randomId(): string {
  return randomUUID()
}
