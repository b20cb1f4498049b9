import * as z from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { oneByOne } from '#server/jobs/one-by-one.ts'
import { newsEmail, newsPush } from './saved-route-texts.ts'
import type { SavedRoutesService } from './saved-routes.service.ts'
import { routeNews, type SavedRoutesStore, see } from './saved-routes.store.ts'

const savedRoutesCheck = job('saved-routes-check', z.object({}))

interface Parts {
  store: SavedRoutesStore
  service: Pick<SavedRoutesService, 'news'>
  messages: Messages
  clock: Clock
  publicUrl: string
}

export function registerSavedRoutesJobs(jobs: Pick<Jobs, 'every'>, parts: Parts): void {
  jobs.every(savedRoutesCheck, '*/5 * * * *', async () => {
    await checkSavedRoutes(parts)
    await parts.messages.wake()
  })
  registerRouteNews(parts)
}

/** Checks all routes whose evening has come. Of each departure its rider is notified once, and only of what is new. */
export async function checkSavedRoutes({ store, service, clock }: Pick<Parts, 'store' | 'service' | 'clock'>) {
  await store.takeOver(clock.now())
  await oneByOne(await store.due(clock.now()), 'not every saved route could be checked', async (due) => {
    const departing = await store.departing(due.userId, due.about, clock.now())
    if (departing === null) return
    const { news } = await service.news(departing)
    await store.takeUp(due, news.length, clock.now())
  })
}

export function registerRouteNews({ store, service, messages, clock, publicUrl }: Parts): void {
  messages.email(routeNews, async (about, { owner }) => {
    const departing = owner && (await store.departing(owner.userId, about, clock.now()))
    if (owner === null || departing === null) return null
    const found = await service.news(departing)
    if (found.news.length === 0) return null
    const seen = { userId: owner.userId, id: departing.route.id, known: found.known }
    return {
      to: owner.email,
      email: newsEmail(departing, found, publicUrl),
      consequence: {
        holding: { accounts: [owner.userId] },
        follow: async (writing, { state }) => {
          if (state === 'SENT') await see(writing, seen)
        },
      },
    }
  })
  // As much as was found at first: once the e-mail is sent, all of it is known.
  messages.push(routeNews, async (about, { owner, words }) => {
    const departing = owner && (await store.departing(owner.userId, about, clock.now()))
    return departing && newsPush(departing, Number(words))
  })
}
