import { limits } from '#contract/limits.ts'
import type { LiveEvent } from '#contract/events.ts'
import type { World } from '#domain/demo.ts'
import type { EventSink } from '#server/http/event-stream.ts'
import { Problem } from '#server/http/problem.ts'

/** Whose events a stream tells. */
export interface Audience {
  userId: string
  world: World
  /** Whether the session that opened it still admits. */
  isAdmitted(): Promise<boolean>
}

export type EventsService = ReturnType<typeof createEventsService>

/**
 * The streams that are open in this process, and what each is told. News of a second are told together, each kind once a
 * device: what is new is the business of other calls.
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
  const flushing = setInterval(() => streams.forEach(flush), limits.events.togetherMs)
  const checking = setInterval(() => checkAll(streams), limits.events.heartbeatSeconds * 1000)

  return {
    /**
     * Gives what begins to tell a stream, and tells how to stop.
     * @throws {Problem} RATE_LIMITED, when the user has too many open.
     */
    admit(audience: Audience): (sink: EventSink<LiveEvent>) => () => void {
      if (ofUser(audience.userId).size >= limits.events.streamsPerUser) {
        throw new Problem('RATE_LIMITED', { retryAfter: limits.events.retrySeconds })
      }
      return (sink) => {
        const stream: Stream = { audience, sink, news: new Map() }
        streams.add(stream)
        byUser.set(audience.userId, new Set(ofUser(audience.userId)).add(stream))
        return () => remove(stream)
      }
    },

    tellUser(userId: string, event: LiveEvent): void {
      for (const stream of ofUser(userId)) note(stream, event)
    },

    tellWorld(world: World, event: LiveEvent): void {
      for (const stream of streams) if (stream.audience.world === world) note(stream, event)
    },

    /** A session of the user may have ended: its streams end with it. */
    checkUser: (userId: string): void => checkAll(ofUser(userId)),

    close(): void {
      clearInterval(flushing)
      clearInterval(checking)
      for (const { sink } of streams) sink.end()
    },
  }
}

interface Stream {
  audience: Audience
  sink: EventSink<LiveEvent>
  /** What was not told yet, by kind and device. */
  news: Map<string, LiveEvent>
}

const nobodys: ReadonlySet<Stream> = new Set()

function note({ news }: Stream, event: LiveEvent): void {
  const key = 'deviceId' in event ? `${event.type} ${event.deviceId}` : event.type
  const before = news.get(key)
  const isOlder = before?.type === 'position' && event.type === 'position' && event.recordedAt < before.recordedAt
  if (!isOlder) news.set(key, event)
}

function flush({ sink, news }: Stream): void {
  if (news.size === 0 || sink.isFull()) return
  for (const event of news.values()) sink.send(event)
  news.clear()
}

function checkAll(streams: Iterable<Stream>): void {
  for (const { audience, sink } of streams) {
    audience.isAdmitted().then(
      (admitted) => admitted || sink.end(),
      // The database is away: the next time tells.
      () => undefined,
    )
  }
}
