import { isNews, pastOf, visitsOf } from '#domain/own-places/visits.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { type Jobs, round } from '#server/jobs/jobs.ts'
import { oneByOne } from '#server/jobs/one-by-one.ts'
import type { Clock } from '#server/platform/clock.ts'
import { visitEmail, visitPush } from './place-visit-words.ts'
import { placeVisit, type PlaceVisitsStore, type VisitAbout } from './place-visits.store.ts'

const placeVisitsRound = round('place-visits')

interface Parts {
  store: PlaceVisitsStore
  messages: Pick<Messages, 'email' | 'push' | 'wake'>
  clock: Clock
  publicUrl: string
}

export function registerPlaceVisitsJobs(jobs: Pick<Jobs, 'every'>, parts: Parts): void {
  const { messages, clock, store, publicUrl } = parts
  jobs.every(placeVisitsRound, '* * * * *', async () => {
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
  let told = 0
  await oneByOne(await store.watched(now), 'not every visit could be told', async ([deviceId, places]) => {
    const past = pastOf(await store.past(deviceId, now))
    for (const place of places) {
      const news = visitsOf(place.circle, past, now).filter(
        (visit) => place.visits.includes(visit.visit) && visit.at >= place.since && isNews(visit, now),
      )
      for (const visit of news) if (await store.tell(place, visit, now)) told += 1
    }
  })
  return told
}
