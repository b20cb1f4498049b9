import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { upload } from '#contract/upload.ts'
import { sharp } from '#server/platform/pictures.ts'
import { startTestApi } from '#server/testing/test-api.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { registerUploadRoutes } from './upload.routes.ts'

const kept: Buffer[] = []
let app: FastifyInstance
let url: URL

beforeAll(async () => {
  const store = {
    keep: async ({ picture }: { picture: Buffer }) => void kept.push(picture),
    find: async () => null,
    purge: async () => {},
  }
  app = await startTestApi((api) => registerUploadRoutes(api, { store, clock: clockAt('2026-11-21T12:00:00Z') }))
  url = new URL(upload.send.path, await app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(() => app.close())

function send(bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'bild.jpg')
  return fetch(url, { method: 'POST', headers: { authorization: 'Bearer t' }, body })
}

test(
  'six of the largest progressive photographs at once are drawn one after the other, and nothing of them stays',
  { timeout: 60_000 },
  async () => {
    // Unpacked, a picture that arrives step by step needs all of its pixels at once.
    const flat = { width: 5_600, height: 4_196, channels: 3, background: '#3f4fb5' } as const
    const photograph = new Uint8Array(await sharp({ create: flat }).jpeg({ progressive: true }).toBuffer())
    let isLooking = true
    const atOnce = new Set<number>()
    const look = () => {
      atOnce.add(sharp.counters().process + sharp.counters().queue)
      if (isLooking) setImmediate(look)
    }
    look()
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(photograph)))
    isLooking = false
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(Math.max(...atOnce)).toBe(1)
    expect(kept).toHaveLength(6)
    expect((await sharp(kept[0]).metadata()).width).toBe(1_600)
    expect(sharp.cache().items.current).toBe(0)
  },
)
