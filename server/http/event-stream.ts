import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { limits } from '#contract/limits.ts'

/** Where the events of one stream are put. */
export interface EventSink<Event> {
  send(event: Event): void
  /** What was sent lies there unread: sending more would only fill the memory. */
  isFull(): boolean
  end(): void
}

/** The answer of an `events` endpoint. */
export class EventStream<Event> {
  readonly open: (sink: EventSink<Event>) => () => void

  /** @param open begins to send; gives what is to be done when the stream has ended, whoever ended it. */
  constructor(open: (sink: EventSink<Event>) => () => void) {
    this.open = open
  }
}

/**
 * Sends events until somebody ends the stream.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function sendEventStream(stream: EventStream<unknown>, reply: FastifyReply): Promise<void> {
  let close: () => void = () => undefined
  const body = new Readable({
    highWaterMark: bufferedBytes,
    read: () => undefined,
    destroy(error, done) {
      clearInterval(heartbeat)
      close()
      done(error)
    },
  })
  const isFull = () => body.readableLength >= bufferedBytes
  // A comment, so that proxies see life and a dead connection is noticed; who does not read it has gone.
  const heartbeat = setInterval(() => {
    if (isFull()) body.destroy()
    else body.push(':\n\n')
  }, limits.events.heartbeatSeconds * 1000)
  body.push(':\n\n')
  close = stream.open({
    send: (event) => void (body.destroyed || body.push(`data: ${JSON.stringify(event)}\n\n`)),
    isFull,
    end: () => void (body.destroyed || body.push(null)),
  })
  // A proxy that gathers answers before it passes them on would keep the news to itself; and a connection that was kept
  // for another request would hold up a product that stops.
  reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' })
  await reply.send(body)
}

const bufferedBytes = 16_384
