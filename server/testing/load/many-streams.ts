import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { vi } from 'vitest'
import { events } from '#contract/events/events.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import type { Database } from '#server/db/connection/database.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { openFilesAllowed } from './open-files.ts'
import { patience } from '#server/testing/patience.ts'

/** What one installation has to hold. */
export const wantedStreams = 5_000
/** Two open tabs in each browser: they share one connection by HTTP/2. */
const tabsOfOne = 2
const openedAtOnce = 50
/** Thousands are written one after the other. */
const manyPatience = { ...patience, timeout: 6 * patience.timeout }
const sessionMs = 3_600 * secondMs
/** The status of an answer that says to come again. */
const busy = 503
/** Open files of this process for everything else. */
const otherFiles = 2_000

/** How many streams this machine lets one process hold that has both ends of them, at most `wanted`. */
export function streamsAllowed(wanted: number): number {
  // The product's end of each, and a connection for each browser.
  const browsers = Math.floor((openFilesAllowed() - otherFiles) / (tabsOfOne + 1))
  return Math.min(wanted, tabsOfOne * browsers)
}

/** Opens event streams by HTTP/2, each browser with a session and a connection of its own. */
export async function openManyStreams(url: string, database: Database, wanted: number) {
  const tokens = await makeSessions(database, Math.ceil(wanted / tabsOfOne))
  const browsers: ClientHttp2Session[] = []
  const texts: string[] = []
  const statuses: unknown[] = []
  let ended = 0
  const open = async (token: string) => {
    const browser = connect(url)
    browsers.push(browser)
    browser.on('error', () => undefined)
    await Promise.all(
      Array.from({ length: tabsOfOne }, async () => {
        const number = texts.push('') - 1
        let status: unknown = busy
        // A browser comes again where the product is too busy just now.
        for (const until = performance.now() + manyPatience.timeout; status === busy && performance.now() < until;) {
          status = await request(browser, token, (piece) => (texts[number] += piece))
        }
        statuses.push(status)
      }),
    )
  }
  const request = async (browser: ClientHttp2Session, token: string, read: (piece: string) => void) => {
    const stream = browser.request({ ':path': events.stream.path, authorization: `Bearer ${token}` })
    stream.on('error', () => undefined)
    stream.setEncoding('utf8').on('data', read)
    const answered = once(stream, 'response').then(([headers]) => headers[':status'])
    const status: unknown = await Promise.race([answered, once(stream, 'close').then(() => 'closed')])
    if (status === 200) stream.once('close', () => (ended += 1))
    else stream.close()
    return status
  }
  const waiting = [...tokens]
  const opening = Array.from({ length: openedAtOnce }, async () => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) await open(token)
  })
  await Promise.all(opening)
  return {
    statuses,
    ended: () => ended,
    /** Until every one of them was sent this. */
    async untilAllRead(said: string) {
      await vi.waitFor(() => {
        const missing = texts.filter((text) => !text.includes(said)).length
        if (missing > 0) throw new Error(`${missing} have not read it`)
      }, manyPatience)
    },
    close() {
      for (const browser of browsers) browser.destroy()
    },
  }
}

async function makeSessions(database: Database, count: number): Promise<string[]> {
  const at = clockFrom().now()
  const ids = Array.from({ length: count }, (_, number) => `many-${number}`)
  for (let from = 0; from < count; from += 500) {
    const some = ids.slice(from, from + 500)
    const made = { password_hash: '', created_at: at, demo: false, email_verified_at: at, imei_verified_at: at }
    await database
      .insertInto('users')
      .values(some.map((id) => ({ id, email: `${id}@example.org`, ...made })))
      .execute()
    const times = { created_at: at, last_used_at: at, expires_at: new Date(at.getTime() + sessionMs) }
    await database
      .insertInto('sessions')
      .values(
        some.map((id) => ({
          id: `session-${id}`,
          user_id: id,
          token_hash: hashOf(`token-${id}`),
          client: '',
          ...times,
        })),
      )
      .execute()
  }
  return ids.map((id) => `token-${id}`)
}
