import type { TakeFrame } from './protocol.ts'

/** What a protocol says about the frame that begins with these bytes. Neither function ever throws. */
interface FrameRule {
  /** Its length: `NONE` if no frame can begin here, `UNKNOWN` if more bytes are needed. */
  sizeOf(bytes: Buffer): number | 'NONE' | 'UNKNOWN'
  /** Whether its checksum is right. */
  isIntact(frame: Buffer): boolean
}

/** Inside a damaged frame at most this many others are tried; making up more of them only costs the sender time. */
const mostLooks = 8

/**
 * Cuts frames from a stream by their own length. Bytes that begin no frame are skipped. A damaged frame ends where an
 * intact one begins inside it, so that a wrong length swallows nothing.
 */
export function framesByLength({ sizeOf, isIntact }: FrameRule): TakeFrame {
  return (bytes) => {
    for (let start = 0; start < bytes.length; start += 1) {
      const rest = bytes.subarray(start)
      const size = sizeOf(rest)
      if (size === 'NONE') continue
      if (size === 'UNKNOWN' || rest.length < size) return { frame: null, rest }
      const end = isIntact(rest.subarray(0, size)) ? size : (intactInside(rest, size) ?? size)
      return { frame: rest.subarray(0, end), rest: rest.subarray(end) }
    }
    return { frame: null, rest: Buffer.alloc(0) }
  }

  function intactInside(bytes: Buffer, size: number): number | null {
    let looks = 0
    for (let start = 1; start < size && looks < mostLooks; start += 1) {
      const inner = bytes.subarray(start)
      const innerSize = sizeOf(inner)
      if (typeof innerSize !== 'number' || innerSize > inner.length) continue
      looks += 1
      if (isIntact(inner.subarray(0, innerSize))) return start
    }
    return null
  }
}
