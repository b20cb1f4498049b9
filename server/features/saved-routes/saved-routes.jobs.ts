import type { Logger } from 'pino'
import * as z from 'zod'
import { savedRoutesServerLimits } from '#contract/saved-routes-limits.ts'
import { minuteMs } from '#contract/time-units.ts'
import type { Clock } from '#server/clock.ts'
import type { PushStore } from '#server/features/push/push.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { emailName } from '#server/mail/email-name.ts'
import { whileRenewed } from '#server/mail/lease.ts'
import { AddressRefused, type Mailer, SendingDropped } from '#server/mail/mailer.ts'
import type { Pusher } from '#server/push/pusher.ts'
import { newsEmail, newsPush } from './saved-route-texts.ts'
import type { NewsOfRoute, SavedRoutesService } from './saved-routes.service.ts'
import type { DueRoute, SavedRoutesStore } from './saved-routes.store.ts'

const savedRoutesCheck = job('saved-routes-check', z.object({}))

interface Parts {
  store: SavedRoutesStore
  service: Pick<SavedRoutesService, 'news'>
  mailer: Pick<Mailer, 'send'>
  pusher: Pick<Pusher, 'send'>
  browsers: Pick<PushStore, 'remove'>
  clock: Clock
  publicUrl: string
  log: Logger
}

export function registerSavedRoutesJobs(jobs: Pick<Jobs, 'every'>, parts: Parts): void {
  jobs.every(savedRoutesCheck, '*/5 * * * *', () => checkSavedRoutes(parts))
}

/** Checks all routes whose evening has come. Of each departure its rider is notified once, and only of what is new. */
export async function checkSavedRoutes(parts: Parts): Promise<void> {
  const { store, service, clock } = parts
  const now = clock.now()
  const due = {
    triedBefore: now,
    stuckBefore: new Date(now.getTime() - savedRoutesServerLimits.stuckMinutes * minuteMs),
  }
  for (;;) {
    const route = await store.begin(clock.now(), due)
    if (route === null) return
    const found = await service.news(route)
    if (found.news.length === 0) await store.end(route, 'NONE', clock.now())
    else await Promise.all([email(route, found, parts), push(route, found, parts)])
  }
}

async function email(route: DueRoute, found: NewsOfRoute, parts: Parts): Promise<void> {
  const { store, mailer, clock, publicUrl, log } = parts
  const id = emailName('route-news', route.route.id, route.departure.at)
  const sending = whileRenewed(
    () => store.renew(route, clock.now()),
    () => mailer.send(route.email, newsEmail(route, found, publicUrl), { id }),
  )
  const state = await sending.then(
    () => 'SENT' as const,
    (error: unknown) => {
      if (error instanceof SendingDropped) return 'DROPPED'
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'news of a saved route were not taken')
      return error instanceof AddressRefused ? 'FAILED' : 'QUEUED'
    },
  )
  if (state === 'SENT') await store.see(route.userId, route.route.id, found.known)
  await store.end(route, state === 'DROPPED' ? 'QUEUED' : state, clock.now())
  if (state === 'DROPPED') throw new SendingDropped('the product stops')
}

/** Once, whatever comes of it: the e-mail says the same, and waits for better times. */
async function push({ userId, ...route }: DueRoute, found: NewsOfRoute, { pusher, browsers }: Parts): Promise<void> {
  const message = newsPush({ userId, ...route }, found)
  await Promise.all(
    route.browsers.map(async ({ id, target }) => {
      if ((await pusher.send(target, message)) === 'GONE') await browsers.remove(userId, id)
    }),
  )
}
