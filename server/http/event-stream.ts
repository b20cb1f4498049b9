import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { eventsLimits } from '#contract/events/events-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'

/** Where the events of one stream are put. */
export interface EventSink<Event> {
  send(event: Event): void
  /** The caller has not read what was sent before: sending more would only fill the memory. */
  isFull(): boolean
  end(): void
}

/** The answer of an `events` endpoint. */
export class EventStream<Event> {
  readonly open: (sink: EventSink<Event>) => () => void

  /** @param open begins to send; its result is called when the stream has ended, on whichever side. */
  constructor(open: (sink: EventSink<Event>) => () => void) {
    this.open = open
  }
}

/**
 * Sends events until either side ends the stream.
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
  // A comment keeps proxies from closing the stream, and shows a dead connection: a caller that does not read it has gone.
  const heartbeat = setInterval(() => {
    if (isFull()) body.destroy()
    else body.push(':\n\n')
  }, eventsLimits.heartbeatSeconds * secondMs)
  body.push(':\n\n')
  close = stream.open({
    send: (event) => void (body.destroyed || body.push(`data: ${JSON.stringify(event)}\n\n`)),
    isFull,
    end: () => void (body.destroyed || body.push(null)),
  })
  // A proxy that buffers answers would hold the events back. A connection that is kept open for another request would
  // delay the end of the product.
  reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' })
  await reply.send(body)
}

const bufferedBytes = 16_384
