import { beforeEach, expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import type { CheckedRoute } from '#contract/route-check/route-check.ts'
import { savedRoutesLimits } from '#contract/saved-routes/saved-routes-limits.ts'
import type { SavedRouteEntry } from '#contract/saved-routes/saved-routes.ts'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { passedItem } from '#domain/testing/route-items.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { AddressRefused, type Email } from '#server/mail/mailer.ts'
import { createMessagesStore, usualTurns } from '#server/features/messages/messages.store.ts'
import { createTestMessages } from '#server/features/messages/testing/sending.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import { insertSession, insertUser } from '#server/testing/rows.ts'
import { checkSavedRoutes, registerRouteNews } from './saved-routes.jobs.ts'
import { createSavedRoutesService } from './saved-routes.service.ts'
import { createSavedRoutesStore, type DepartingRoute, routeNews } from './saved-routes.store.ts'

/** Noon in Germany; the ride is on the next morning at nine. */
const start = new Date('2026-11-23T11:00:00Z')
const departure = { at: '2026-11-24T08:00:00.000Z', averageKmh: 60 }
const evening = new Date('2026-11-23T17:00:00Z')
const line: Place[] = [
  { latitude: 49, longitude: 8.4 },
  { latitude: 49.1, longitude: 8.5 },
]
const entry: SavedRouteEntry = {
  name: 'Hausrunde',
  pieces: [line],
  corridorMetres: 100,
  departure,
  isWatched: true,
}

describeOnBothDatabases('saved routes', (database) => {
  const store = createSavedRoutesStore(database)
  let clock: TestClock
  let onRoute: { id: string; poiType: PoiType }[]
  let checkedWith: unknown[]
  let ids: number
  let emails: { to: string; email: Email }[]
  let pushes: PushMessage[]
  let mailServer: () => Promise<void>

  beforeEach(async () => {
    clock = clockAt(start.toISOString())
    ;[onRoute, checkedWith, ids, emails, pushes] = [[{ id: 'works', poiType: 'LongTermRoadwork' }], [], 0, [], []]
    mailServer = async () => undefined
    await insertUser(database, 'a', start)
    await insertUser(database, 'b', start)
  })

  const check = async (_userId: string, route: { departure?: unknown }): Promise<CheckedRoute> => {
    checkedWith.push(route.departure ?? null)
    const at = start.toISOString()
    return {
      lengthMetres: 13_300,
      truncated: false,
      warnings: [],
      closures: [],
      ride: null,
      sources: [{ source: 'cap', title: 'Unwetter', attribution: '©', lastSuccessAt: at, stale: true }],
      items: onRoute.map(({ id, poiType }, index) =>
        passedItem({ alongMetres: index * 1000, poi: { id, poiType }, details: { note: id } }),
      ),
    }
  }
  const serviceOf = () =>
    createSavedRoutesService({ store, routeCheck: { check }, clock, newId: () => `route-${(ids += 1)}` })
  const stays = new AbortController().signal
  const save = (more: Partial<SavedRouteEntry> = {}, userId = 'a') =>
    serviceOf().save(userId, { ...entry, ...more }, stays)
  const present = { now: () => clock.now() }
  const { messages, send } = createTestMessages(database, {
    mailer: {
      send: async (to, email) => {
        await mailServer()
        emails.push({ to, email })
      },
    },
    pusher: {
      send: async (_target, message) => {
        pushes.push(message)
        return 'TAKEN'
      },
    },
    clock: present,
  })
  const service = { news: (route: DepartingRoute) => serviceOf().news(route) }
  registerRouteNews({ store, service, messages, clock: present, publicUrl: 'https://wegwarte.example' })
  const work = async () => {
    await checkSavedRoutes({ store, service, clock: present })
    await send()
  }
  const later = (at: Date) => clock.advance(at.getTime() - clock.now().getTime())
  /** What became of the e-mails about all routes, the newest route first; `NONE`: there was nothing to tell. */
  const states = async () => {
    const routes = await database.selectFrom('saved_routes').select(['id', 'news_for']).orderBy('id', 'desc').execute()
    const rows = await database
      .selectFrom('messages')
      .select(['about', 'state'])
      .where('channel', '=', 'EMAIL')
      .execute()
    return routes.map(({ id, news_for: checkedFor }) => {
      const message = rows.find(({ about }) => about[0] === id && about[1] === checkedFor?.toISOString())
      return message?.state ?? (checkedFor === null ? null : 'NONE')
    })
  }
  const state = async () => ({ news_state: (await states()).at(-1) })
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    )

  test('keep what a change does not name, and lose a departure that it names as none', async () => {
    const saved = await save()
    expect(await serviceOf().change('a', saved.id, { name: 'Runde' }, stays)).toEqual({ ...saved, name: 'Runde' })
    expect(checkedWith.at(-1)).toEqual(departure)
    await serviceOf().change('a', saved.id, { departure: null }, stays)
    expect(await store.list('a')).toEqual([{ ...saved, name: 'Runde', departure: null }])
  })

  test('are kept with their line, opened, changed and removed', async () => {
    const saved = await save()
    expect(saved).toEqual({
      id: 'route-1',
      name: 'Hausrunde',
      departure,
      isWatched: true,
      lengthMetres: 13_300,
      corridorMetres: 100,
      savedAt: start.toISOString(),
    })
    expect(await serviceOf().open('a', saved.id, stays)).toEqual({ route: saved, pieces: [line] })
    const change = { name: 'Feierabend', departure: null, isWatched: false }
    expect(await serviceOf().change('a', saved.id, change, stays)).toEqual({ ...saved, ...change })
    expect(await store.list('a')).toEqual([{ ...saved, ...change }])
    expect([await store.remove('a', saved.id), await store.remove('a', saved.id)]).toEqual([true, false])
  })

  test('of others are not there', async () => {
    const { id } = await save()
    expect(await store.list('b')).toEqual([])
    const change = { name: 'x', departure: null, isWatched: false }
    expect(await code(serviceOf().open('b', id, stays))).toBe('NOT_FOUND')
    expect(await code(serviceOf().change('b', id, change, stays))).toBe('NOT_FOUND')
    expect(await store.change({ id, userId: 'b', change, known: [] })).toBeNull()
    expect(await store.remove('b', id)).toBe(false)
    await store.see('b', id, ['everything'])
    expect(await database.selectFrom('saved_routes').select(['name', 'known']).execute()).toEqual([
      { name: 'Hausrunde', known: ['poi works'] },
    ])
  })

  test('are no more than allowed, even of many that are saved at once', async () => {
    const saved = await Promise.all(Array.from({ length: savedRoutesLimits.most + 3 }, () => code(save())))
    expect(saved.filter((outcome) => outcome === 'SAVED_ROUTE_LIMIT')).toHaveLength(3)
    expect(await store.list('a')).toHaveLength(savedRoutesLimits.most)
    expect(await code(save({}, 'b'))).toBe('done')
  })

  test('with a departure that is over are refused, but one of last week gets another name', async () => {
    const over = { at: new Date(start.getTime() - 2 * dayMs).toISOString(), averageKmh: 60 }
    expect(await code(save({ departure: over }))).toBe('VALIDATION_ERROR')
    const { id } = await save()
    later(new Date(start.getTime() + 7 * dayMs))
    const renamed = await serviceOf().change('a', id, { name: 'Neu', departure, isWatched: true }, stays)
    expect(renamed.name).toBe('Neu')
    // What lies on it now counts then, not at a time that is over.
    expect(checkedWith).toEqual([departure, null])
    const change = { name: 'Neu', departure: over, isWatched: true }
    expect(await code(serviceOf().change('a', id, change, stays))).toBe('VALIDATION_ERROR')
  })

  test('are told of on the evening before, once, with what is new and nothing else', async () => {
    await database
      .insertInto('push_subscriptions')
      .values({
        id: 'p',
        user_id: 'a',
        session_id: await insertSession(database, 'a', evening),
        endpoint: 'https://push.example/1',
        public_key: Buffer.alloc(65),
        secret: Buffer.alloc(16),
        created_at: start,
      })
      .execute()
    await save()
    onRoute.push({ id: 'new works', poiType: 'TemporaryRoadwork' }, { id: 'camera', poiType: 'SpeedControl' })
    later(new Date(evening.getTime() - minuteMs))
    await work()
    expect(emails).toEqual([])
    later(evening)
    await work()
    expect(emails.map(({ to, email }) => [to, email.subject])).toEqual([
      ['a@example.org', 'Neu auf Ihrer Strecke „Hausrunde“'],
    ])
    const [told] = emails
    expect(told?.email.text).toContain('km 1,0, gegen 09:01 Uhr: Tagesbaustelle, new works')
    expect(told?.email.text).toContain('Nicht aktuell waren dabei: Unwetter.')
    expect(told?.email.text).not.toMatch(/camera|Dauerbaustelle/)
    expect(pushes.map(({ title }) => title)).toEqual(['Neu auf Ihrer Strecke für den 24.11.2026'])
    onRoute.push({ id: 'more works', poiType: 'TemporaryRoadwork' })
    later(new Date(evening.getTime() + 60 * minuteMs))
    await work()
    await Promise.all([work(), work()])
    expect([emails.length, pushes.length, (await state()).news_state]).toEqual([1, 1, 'SENT'])
  })

  test('are told of once by two processes at the same time', async () => {
    await save()
    onRoute.push({ id: 'new works', poiType: 'TemporaryRoadwork' })
    later(evening)
    await Promise.all([work(), work(), work()])
    expect(emails).toHaveLength(1)
  })

  test('are not told of when nothing is new, when nobody wants that, and when the departure is over', async () => {
    await save()
    await save({ isWatched: false })
    await save({ departure: null })
    later(evening)
    await work()
    expect(await states()).toEqual([null, null, 'NONE'])
    await save()
    onRoute.push({ id: 'new works', poiType: 'TemporaryRoadwork' })
    later(new Date(departure.at))
    await work()
    expect(emails).toEqual([])
  })

  test('that were opened meanwhile are known', async () => {
    const { id } = await save()
    onRoute.push({ id: 'new works', poiType: 'TemporaryRoadwork' })
    await serviceOf().open('a', id, stays)
    later(evening)
    await work()
    expect(emails).toEqual([])
  })

  test('wait for a mail server that does not answer, and push once', async () => {
    await save()
    onRoute.push({ id: 'new works', poiType: 'TemporaryRoadwork' })
    mailServer = async () => {
      throw new Error('away')
    }
    later(evening)
    await work()
    expect((await state()).news_state).toBe('QUEUED')
    mailServer = async () => undefined
    later(new Date(evening.getTime() + 5 * minuteMs))
    await work()
    expect([emails.length, (await state()).news_state]).toEqual([1, 'SENT'])
    mailServer = async () => {
      throw new AddressRefused('no')
    }
    const { id } = await save({ name: 'Zweite' })
    onRoute.push({ id: 'newer works', poiType: 'TemporaryRoadwork' })
    await work()
    expect([id, (await states())[0]]).toEqual(['route-2', 'BOUNCED'])
  })

  test('whose worker has died are taken up again by another', async () => {
    await save()
    onRoute.push({ id: 'new works', poiType: 'TemporaryRoadwork' })
    later(evening)
    await checkSavedRoutes({ store, service, clock: present })
    const lane = { channels: ['EMAIL'], kinds: [routeNews.name], turns: usualTurns } as const
    expect(await createMessagesStore(database).begin(lane, clock.now())).not.toBeNull()
    await work()
    expect(emails).toEqual([])
    later(new Date(evening.getTime() + 6 * minuteMs))
    await work()
    expect(emails).toHaveLength(1)
  })

  test('get another evening with another departure, and are told of what is new since', async () => {
    const { id } = await save()
    onRoute.push({ id: 'new works', poiType: 'TemporaryRoadwork' })
    later(evening)
    await work()
    const next = {
      at: new Date(Date.parse(departure.at) + dayMs).toISOString(),
      averageKmh: routeCheckLimits.averageKmh,
    }
    await serviceOf().change('a', id, { name: 'Hausrunde', departure: next, isWatched: true }, stays)
    onRoute.push({ id: 'newer works', poiType: 'TemporaryRoadwork' })
    await work()
    expect(emails).toHaveLength(1)
    later(new Date(evening.getTime() + dayMs))
    await work()
    expect(emails).toHaveLength(2)
    expect(emails[1]?.email.text).toContain('newer works')
    expect(emails[1]?.email.text).not.toContain('new works')
  })
})
