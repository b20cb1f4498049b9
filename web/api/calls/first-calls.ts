import { announcementLimits } from '#contract/limits/announcement-limits.ts'
import { auth, type User } from '#contract/auth/auth.ts'
import { config, type ProductConfig } from '#contract/config.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { call } from './call.ts'
import { isCallProblem, isConnectionProblem } from './call-problem.ts'
import type { KeptStart } from '#web/api/offline/offline-start.ts'
import { session } from '#web/api/session/session.ts'

export { endSession, sendSignOuts } from '#web/api/session/late-sign-outs.ts'

/*
 * The calls of a first page. The page for a visitor without a session is complete without them: what calls need (the
 * contract, and zod, which reads answers) is loaded beside it.
 */

export async function fetchConfig(): Promise<ProductConfig> {
  try {
    const answered = await call(config.read)
    void followLater(answered.announcement)
    return answered
  } catch (problem) {
    const known = await knownStart(problem, session.current().token)
    void followLater(undefined)
    return known.config
  }
}

/** What is announced is shown at once; a page where nothing is asks once it has been open for a while. */
async function followLater(announcement: string | undefined): Promise<void> {
  const untilAskedMs = announcementLimits.askedMinutes * minuteMs
  if (announcement === undefined) await new Promise((resolve) => setTimeout(resolve, untilAskedMs))
  try {
    const { followAnnouncement } = await import('#web/api/queries/announcement.ts')
    followAnnouncement(announcement)
  } catch {
    // Its code has not arrived: the next page shows it.
  }
}

/** Statuses that mean that the session is over; other failures say nothing about it. */
const sessionIsOver = [401, 403, 404]

/**
 * The user of a token; null when the server refuses it. Without a connection it is the user whom this browser knows.
 * @throws {CallProblem} when the server fails, or cannot be reached and nobody is known.
 */
export async function fetchUser(token: string): Promise<User | null> {
  try {
    return (await call(auth.profile, {}, { token })).user
  } catch (problem) {
    if (isCallProblem(problem) && sessionIsOver.includes(problem.status)) return null
    return (await knownStart(problem, token)).user
  }
}

/**
 * What this browser knows of the session, where there is no connection.
 * @throws the problem itself if it is another one, or nothing is known.
 */
async function knownStart(problem: unknown, token: string | null): Promise<KeptStart> {
  if (token === null || !isConnectionProblem(problem)) throw problem
  const { recallStart } = await import('#web/api/offline/offline-start.ts')
  const start = await recallStart(token)
  if (start === null) throw problem
  return start
}
