import { eventsLimits } from '#contract/events/events-limits.ts'
import type { LiveEvent } from '#contract/events/events.ts'
import { secondMs } from '#contract/base/time-units.ts'
import type { World } from '#domain/demo/demo.ts'
import type { EventSink } from '#server/http/event-stream.ts'
import { Problem } from '#server/http/problem.ts'

/** The user whose events a stream sends. */
export interface Audience {
  userId: string
  /** Who reads it: the user's pages together, or one of their programs. */
  reader: string
  world: World
  /** Whether its reader may get this event. */
  mayHear(event: LiveEvent): boolean
  /** Whether the session that opened it is still valid. */
  isAdmitted(): Promise<boolean>
}

export type EventsService = ReturnType<typeof createEventsService>

/**
 * The open streams of this process, and what each is sent. Events of one second are sent together, each kind once for each
 * device; the new data itself is fetched by other calls.
 */
export function createEventsService() {
  const streams = new Set<Stream>()
  const byUser = new Map<string, Set<Stream>>()
  const ofUser = (userId: string): ReadonlySet<Stream> => byUser.get(userId) ?? nobodys
  const remove = (stream: Stream) => {
    const { userId } = stream.audience
    streams.delete(stream)
    byUser.get(userId)?.delete(stream)
    if (ofUser(userId).size === 0) byUser.delete(userId)
  }
  const lately = createNewsOfLately()
  const forgetting = setInterval(lately.forget, eventsLimits.toldAgainSeconds * secondMs)
  const flushing = setInterval(() => streams.forEach(flush), eventsLimits.togetherMs)
  const checking = setInterval(() => checkAll(streams), eventsLimits.heartbeatSeconds * secondMs)
  let isHearing = true

  /** Ends the oldest stream of a reader who has as many as they may: of a connection that is gone, or a page nobody looks at. */
  const makeRoom = ({ userId, reader }: Audience) => {
    const theirs = [...ofUser(userId)].filter(({ audience }) => audience.reader === reader)
    const [oldest] = theirs
    if (oldest === undefined || theirs.length < eventsLimits.streamsPerUser) return
    remove(oldest)
    oldest.sink.send({ type: 'replaced' })
    oldest.sink.end()
  }

  return {
    /**
     * Returns a function that starts a stream and returns how to stop it.
     * @throws {Problem} UNAVAILABLE while nothing is heard from the database: its reader asks from time to time instead.
     */
    admit(audience: Audience): (sink: EventSink<LiveEvent>) => () => void {
      if (!isHearing) throw new Problem('UNAVAILABLE', { retryAfter: eventsLimits.retrySeconds })
      return (sink) => {
        makeRoom(audience)
        const stream: Stream = { audience, sink, news: lately.of(audience) }
        flush(stream)
        streams.add(stream)
        byUser.set(audience.userId, new Set(ofUser(audience.userId)).add(stream))
        return () => remove(stream)
      }
    },

    sendToUser(userId: string, event: LiveEvent): void {
      lately.noteForUser(userId, event)
      for (const stream of ofUser(userId)) note(stream.news, event)
    },

    sendToWorld(world: World, event: LiveEvent): void {
      lately.noteForWorld(world, event)
      for (const stream of streams) if (stream.audience.world === world) note(stream.news, event)
    },

    /**
     * Whether the database's notifications arrive. While they do not, a stream would keep its reader from asking; and what was
     * missed is found by those who open one again.
     */
    hears(isHearingNow: boolean): void {
      isHearing = isHearingNow
      if (!isHearing) for (const { sink } of streams) sink.end()
    },

    isHearing: () => isHearing,

    /** Whether anybody in a world has a page open. */
    isWatched: (world: World): boolean => [...streams].some(({ audience }) => audience.world === world),

    /** A session of the user may have ended; its streams then end, too. */
    checkUser: (userId: string): void => checkAll(ofUser(userId)),

    close(): void {
      clearInterval(forgetting)
      clearInterval(flushing)
      clearInterval(checking)
      for (const { sink } of streams) sink.end()
    },
  }
}

interface Stream {
  audience: Audience
  sink: EventSink<LiveEvent>
  /** What has not been sent yet. */
  news: News
}

/** Events by kind and device. */
type News = Map<string, LiveEvent>

const nobodys: ReadonlySet<Stream> = new Set()

/**
 * A page asks its first questions before its stream is open. What happened in between is told by the stream once it is, so
 * each stream begins with the events of the last `toldAgainSeconds`, or up to twice as many.
 */
function createNewsOfLately() {
  let present = noNews()
  let before = noNews()
  const noteFor = <Whom>(all: Map<Whom, News>, whom: Whom, event: LiveEvent) => {
    const news = all.get(whom) ?? new Map()
    all.set(whom, news)
    note(news, event)
  }
  return {
    noteForUser: (userId: string, event: LiveEvent) => noteFor(present.ofUsers, userId, event),
    noteForWorld: (world: World, event: LiveEvent) => noteFor(present.ofWorlds, world, event),
    of({ userId, world }: Audience): News {
      const news: News = new Map()
      for (const { ofUsers, ofWorlds } of [before, present]) {
        for (const part of [ofUsers.get(userId), ofWorlds.get(world)]) {
          for (const event of part?.values() ?? []) note(news, event)
        }
      }
      return news
    },
    /** Called once in `toldAgainSeconds`. */
    forget() {
      before = present
      present = noNews()
    },
  }
}

function noNews() {
  return { ofUsers: new Map<string, News>(), ofWorlds: new Map<World, News>() }
}

function note(news: News, event: LiveEvent): void {
  const key = 'deviceId' in event ? `${event.type} ${event.deviceId}` : event.type
  const before = news.get(key)
  const isOlder = before?.type === 'position' && event.type === 'position' && event.recordedAt < before.recordedAt
  if (!isOlder) news.set(key, event)
}

function flush({ audience, sink, news }: Stream): void {
  if (news.size === 0 || sink.isFull()) return
  for (const event of news.values()) if (audience.mayHear(event)) sink.send(event)
  news.clear()
}

function checkAll(streams: Iterable<Stream>): void {
  for (const { audience, sink } of streams) {
    audience.isAdmitted().then(
      (admitted) => admitted || sink.end(),
      // The database is unavailable: the next check will tell.
      () => undefined,
    )
  }
}
