import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writePoiList } from './poi-list.ts'
import { poiAt } from '#server/tiles/testing/tiles.ts'

test.each([
  [0, 0],
  [0, 2],
  [3, 0],
  [3, 2],
  [2000, 1000],
])('a list of %d that is ended with %d more is whole in every encoding, however often', async (count, more) => {
  const some = (name: string, length: number) =>
    Array.from({ length }, (_, index) => poiAt({ id: `${name}${index}`, street: 'Große Straße' }))
  const writing = writePoiList()
  for (const part of [some('a', Math.ceil(count / 2)), some('b', Math.floor(count / 2))]) await writing.add(part)
  const list = await writing.finish()
  const begun = [...some('a', Math.ceil(count / 2)), ...some('b', Math.floor(count / 2))]
  for (const end of [some('c', more), some('d', more + 1)]) {
    const { br, gzip, identity } = await list.endedWith(end)
    if (!isPieces(br) || !isPieces(gzip) || typeof identity !== 'function') throw new Error('the list is not prepared')
    const json = JSON.stringify([...begun, ...end])
    expect(brotliDecompressSync(Buffer.concat(br)).toString()).toBe(json)
    expect(gunzipSync(Buffer.concat(gzip)).toString()).toBe(json)
    expect(await text(identity())).toBe(json)
  }
})

function isPieces(content: unknown): content is readonly Buffer[] {
  return Array.isArray(content)
}
