import { once } from 'node:events'
import { Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGunzip, createGzip } from 'node:zlib'
import type { Poi } from '#contract/pois.ts'
import { categoryOf } from '#domain/pois.ts'
import type { Encodings } from '#server/http/prepared.ts'

/** The best quality that still keeps up with the database. */
const brotliQuality = 5

/**
 * Writes the list of all POIs but weather, compressed while it is written, in the threads of zlib. Only the compressed
 * bytes are kept; the few callers who cannot read them are sent what `gunzip` makes of them.
 */
export function writePoiList() {
  const gzip = collect(createGzip())
  const brotli = collect(createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }))
  let separator = '['

  async function write(text: string): Promise<void> {
    const bytes = Buffer.from(text)
    await Promise.all([gzip.write(bytes), brotli.write(bytes)])
  }

  return {
    async add(pois: readonly Poi[]): Promise<void> {
      const listed = pois.filter(({ poiType }) => categoryOf(poiType) !== 'weather')
      if (listed.length === 0) return
      await write(separator + listed.map((poi) => JSON.stringify(poi)).join(','))
      separator = ','
    },
    /** Ends it halfway. */
    abandon(): void {
      gzip.destroy()
      brotli.destroy()
    },
    async finish(): Promise<Encodings> {
      await write(separator === '[' ? '[]' : ']')
      const [zipped, br] = await Promise.all([gzip.end(), brotli.end()])
      return { identity: () => Readable.from(zipped).pipe(createGunzip()), gzip: zipped, br }
    },
  }
}

function collect(stream: Transform) {
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  return {
    destroy: () => void stream.destroy(),
    async write(bytes: Buffer): Promise<void> {
      if (!stream.write(bytes)) await once(stream, 'drain')
    },
    async end(): Promise<readonly Buffer[]> {
      stream.end()
      await once(stream, 'end')
      return pieces
    },
  }
}
