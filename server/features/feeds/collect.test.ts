import { describe, expect, test } from 'vitest'
import { clockAt } from '#server/db/testing/clock.ts'
import { createCollect } from './collect.ts'
import type { Download, DownloadFailure } from './download.ts'
import type { FeedRequest } from '#server/feeds/feed.ts'

const requestOf = (part: string): FeedRequest => ({
  url: `https://quelle.example/${part}`,
  timeoutMs: 1000,
  maxBytes: 1000,
  part,
})
const names = Array.from({ length: 40 }, (_, index) => `A${index + 1}`)
const inParts = { request: requestOf('Liste'), parts: () => names.map(requestOf) }

/** @param answers why a part fails, by its name and attempt; nothing if it answers. */
function sourceWith(answers: (part: string, attempt: number) => DownloadFailure | undefined = () => undefined) {
  const clock = clockAt('2026-11-21T12:00:00Z')
  const asked: string[] = []
  let [atOnce, mostAtOnce] = [0, 0]
  const download: Download = async ({ part = '' }, etag) => {
    expect(etag).toBe(null)
    asked.push(part)
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await new Promise(setImmediate)
    atOnce -= 1
    const failure = answers(part, asked.filter((each) => each === part).length)
    return failure ?? { file: { name: part, bytes: new Uint8Array() }, etag: '"1"' }
  }
  const collect = () => createCollect({ download, clock })(inParts, '"0"')
  return { collect, asked, clock, mostAtOnce: () => mostAtOnce }
}

const broken = { failure: 'quelle.example antwortet mit Status 500' }

describe('a source in parts', () => {
  test('is asked for its index, then for all parts, a few at a time', async () => {
    const { collect, asked, mostAtOnce } = sourceWith()
    const answer = await collect()
    if (!('files' in answer)) throw new Error('no files')
    expect(answer.files.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(answer.etag).toBe(null)
    expect(asked[0]).toBe('Liste')
    expect(asked).toHaveLength(41)
    expect(mostAtOnce()).toBe(4)
  })

  test('is complete if the missing parts come the second time', async () => {
    const { collect, asked } = sourceWith((part, attempt) =>
      ['A3', 'A40'].includes(part) && attempt === 1 ? broken : undefined,
    )
    const answer = await collect()
    expect('files' in answer && answer.files.length).toBe(40)
    expect(asked.slice(-2)).toEqual(['A3', 'A40'])
  })

  test('is not imported at all if one part stays missing', async () => {
    const { collect } = sourceWith((part) => (part === 'A8' ? broken : undefined))
    expect(await collect()).toEqual({
      failure:
        '1 von 40 Antworten fehlen, zuerst A8: quelle.example antwortet mit Status 500; der letzte gute Stand bleibt',
    })
  })

  test('is soon left alone if nothing works', async () => {
    const { collect, asked } = sourceWith((part) => (part === 'Liste' ? undefined : broken))
    expect(await collect()).toMatchObject({ failure: expect.stringMatching(/^Nach 0 von 40 Antworten abgebrochen/) })
    expect(asked.length).toBeLessThan(15)
  })

  test('is left alone at once if it is overloaded, for as long as it says', async () => {
    const overloaded = { failure: 'überlastet', overloaded: { retryAfterMinutes: 7 } }
    const { collect, asked } = sourceWith((part) => (part === 'A1' ? overloaded : undefined))
    expect(await collect()).toMatchObject({ overloaded: { retryAfterMinutes: 7 } })
    expect(asked.length).toBeLessThan(10)
  })

  test('is given up if it takes too long', async () => {
    const { collect, clock } = sourceWith((part) => {
      if (part === 'A5') clock.advance(241_000)
      return undefined
    })
    expect(await collect()).toEqual({
      failure: expect.stringMatching(
        /^Nach \d von 40 Antworten abgebrochen, weil es zu lange dauerte; der letzte gute/,
      ),
    })
  })

  test('is not asked for parts if its index cannot be read', async () => {
    const clock = clockAt('2026-11-21T12:00:00Z')
    const download: Download = async () => ({ file: { name: 'Liste', bytes: new Uint8Array() }, etag: null })
    const noIndex = { request: requestOf('Liste'), parts: () => ({ failure: 'Liste ist leer' }) }
    expect(await createCollect({ download, clock })(noIndex, null)).toEqual({ failure: 'Liste ist leer' })
  })
})

test('a source in one piece is asked for changes', async () => {
  const clock = clockAt('2026-11-21T12:00:00Z')
  const download: Download = async (_request, etag) => (etag === '"1"' ? { unchanged: true } : broken)
  expect(await createCollect({ download, clock })({ request: requestOf('') }, '"1"')).toEqual({ unchanged: true })
})
