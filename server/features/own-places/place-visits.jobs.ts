import * as z from 'zod'
import { isNews, visitsOf } from '#domain/own-places/visits.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/platform/clock.ts'
import { visitEmail, visitPush } from './place-visit-words.ts'
import { placeVisit, type PlaceVisitsStore, type VisitAbout } from './place-visits.store.ts'

const placeVisitsCheck = job('place-visits', z.object({}))

interface Parts {
  store: PlaceVisitsStore
  messages: Pick<Messages, 'email' | 'push' | 'wake'>
  clock: Clock
  publicUrl: string
}

export function registerPlaceVisitsJobs(jobs: Pick<Jobs, 'every'>, parts: Parts): void {
  const { messages, clock, store, publicUrl } = parts
  jobs.every(placeVisitsCheck, '* * * * *', async () => {
    if ((await tellVisits(parts)) > 0) await messages.wake()
  })

  /** What waited too long to be sent is no news. */
  const said = async (about: VisitAbout, words: string | null) => {
    const at = words === null ? null : new Date(words)
    const [, deviceId, visit] = about
    const names = await store.names(about, clock.now())
    if (at === null || names === null) return null
    return { ...names, deviceId, visit, at }
  }
  messages.email(placeVisit, async (about, { owner, words }) => {
    const visit = await said(about, words)
    return owner && visit && { to: owner.email, email: visitEmail(visit, publicUrl) }
  })
  messages.push(placeVisit, async (about, { words }) => {
    const visit = await said(about, words)
    return visit && visitPush(visit)
  })
}

/** Tells of the visits that have just shown. @returns how many. */
export async function tellVisits({ store, clock }: Pick<Parts, 'store' | 'clock'>): Promise<number> {
  const now = clock.now()
  const failures: unknown[] = []
  let told = 0
  for (const [deviceId, places] of await store.watched(now)) {
    try {
      const past = await store.past(deviceId, now)
      for (const place of places) {
        const news = visitsOf(place.circle, past, now).filter(
          (visit) => place.visits.includes(visit.visit) && visit.at >= place.since && isNews(visit, now),
        )
        for (const visit of news) if (await store.tell(place, visit, now)) told += 1
      }
    } catch (error) {
      failures.push(error)
    }
  }
  // One vehicle keeps nobody else's waiting.
  if (failures.length > 0) throw new AggregateError(failures, 'not every visit could be told')
  return told
}
