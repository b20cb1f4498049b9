import { blockIn } from './gt06-block.ts'
import type { Gt06Frame } from './gt06-frames.ts'
import { endsWithStatus, statusIn } from './gt06-status.ts'

/** Types of which nothing but a status, or nothing at all, is read: cells, networks, texts, addresses and the like. */
const withoutBlock: ReadonlySet<number> = new Set([
  0x13, 0x15, 0x17, 0x18, 0x19, 0x21, 0x23, 0x24, 0x28, 0x2a, 0x2c, 0x2e, 0x32, 0x34, 0x36, 0x69, 0x70, 0x8a, 0x94,
  0xa2, 0xa5,
])

/**
 * What of a frame nobody reads, by its own words: a type that is not known, the block of a type that has one, or the status of
 * an alarm whose bytes do not add up.
 */
export function unreadIn(frame: Gt06Frame): string[] {
  const { type } = frame
  const hasBlock = blockIn(frame) !== null
  if (!hasBlock && !withoutBlock.has(type)) return [`type 0x${hexOf(type)}`]
  return endsWithStatus(type, hasBlock) && statusIn(frame) === null ? [`status 0x${hexOf(type)}`] : []
}

export function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
