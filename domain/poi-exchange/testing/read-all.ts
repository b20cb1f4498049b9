import { FileMistake } from '#domain/files/file-mistake.ts'
import type { ReadEntry } from '#domain/poi-exchange/exchanged-poi.ts'
import { readPoiFile } from '#domain/poi-exchange/reading.ts'

/** Reads a whole file: its POIs, and the skipped lines with the reason. */
export function readAll(content: string | Uint8Array, fileName = 'file.csv') {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { format, entries } = readPoiFile(bytes, fileName)
  const all: ReadEntry[] = [...entries].filter((entry) => entry !== null)
  return {
    format,
    pois: all.flatMap((entry) => ('poi' in entry ? [entry.poi] : [])),
    skipped: all.flatMap((entry) => ('skipped' in entry ? [[entry.line, entry.skipped]] : [])),
  }
}

/** What is wrong with a file as a whole, or `read` and its format. */
export function faultOf(content: string | Uint8Array, fileName?: string): string {
  try {
    return `read ${readAll(content, fileName).format}`
  } catch (error) {
    return error instanceof FileMistake ? error.fault : 'another error'
  }
}
