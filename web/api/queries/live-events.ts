import { events, type LiveEvent, liveEvent } from '#contract/events/events.ts'
import { createEventParser } from './event-parser.ts'
import { requestOf } from '#web/api/calls/request.ts'
import { endWhenIdle } from '#web/api/calls/idle-timeout.ts'

/**
 * What is new. `unknown`: perhaps something, because an interruption may have hidden it. `poll`: perhaps something, and
 * there is still no stream; it comes from time to time, for screens that do not ask by themselves.
 */
export type News = Exclude<LiveEvent, { type: 'replaced' }> | { type: 'unknown' | 'poll' }

/** Everything outside that the reader depends on. */
export interface LiveEventsOptions {
  /** The prefix of every path; empty for the page's own server. */
  base: string
  token(): string | null
  /** Whether somebody looks at the page. */
  isShown(): boolean
  /** Before the n-th try in a row, counted from 1. */
  pauseMs(failures: number): number
  /** Without a stream, listeners are asked to poll this often. */
  pollMs: number
  /** Nothing at all for this long: the connection is dead. */
  silenceMs: number
  /** A stream that lasted this long was a good one. */
  steadyMs: number
}

export type LiveEvents = ReturnType<typeof createLiveEvents>

/**
 * Reads the events of the server while somebody listens and the page is shown. A broken stream is opened again after
 * growing pauses; meanwhile listeners are notified from time to time that something may be new.
 */
export function createLiveEvents(options: LiveEventsOptions) {
  const listeners = new Set<(news: News) => void>()
  let stop: AbortController | null = null
  /** There has been a time without a stream since the first listener came. */
  let interrupted = false
  /** A newer page of the same user has this one's place. Taking it back at once would end that one's, and so on. */
  let isReplaced = false

  const notify = (news: News) => listeners.forEach((listener) => listener(news))

  /** Starts, stops or restarts, as needed by now. */
  function follow(): void {
    const token = options.token()
    if (stop !== null) interrupted = listeners.size > 0
    stop?.abort()
    stop = null
    isReplaced = false
    if (listeners.size === 0 || token === null || !options.isShown()) return
    stop = new AbortController()
    void keepReading(token, stop.signal)
  }

  async function keepReading(token: string, end: AbortSignal): Promise<void> {
    let failures = 0
    let polledAt = performance.now()
    while (!end.aborted) {
      const startedAt = performance.now()
      await readStream(token, end, () => {
        if (interrupted) notify({ type: 'unknown' })
      })
      if (end.aborted) return
      interrupted = true
      if (isReplaced) return await poll(end)
      failures = performance.now() - startedAt > options.steadyMs ? 1 : failures + 1
      for (let waitMs = options.pauseMs(failures); waitMs > 0 && !end.aborted; waitMs -= options.pollMs) {
        await sleep(Math.min(waitMs, options.pollMs), end)
        if (end.aborted || performance.now() - polledAt < options.pollMs) continue
        polledAt = performance.now()
        notify({ type: 'poll' })
      }
    }
  }

  /** Has listeners ask from time to time, until the page is looked at or left. */
  async function poll(end: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(options.pollMs, end)
      if (end.aborted) return
      notify({ type: 'poll' })
    }
  }

  /** Reads until the stream ends, for whatever reason. */
  async function readStream(token: string, end: AbortSignal, onOpen: () => void): Promise<void> {
    const silence = endWhenIdle(options.silenceMs, end)
    try {
      const response = await fetch(options.base + events.stream.path, {
        ...requestOf(events.stream, {}, token),
        signal: silence.signal,
      })
      if (!response.ok || response.body === null) {
        await response.body?.cancel()
        return
      }
      onOpen()
      const parse = createEventParser()
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        silence.broken()
        for (const data of parse(piece.value)) receive(data)
      }
    } catch {
      // A connection that broke or was cancelled is the same as one that ended.
    } finally {
      silence.forget()
    }
  }

  /** A newer server may send what this page does not know. */
  function receive(data: string): void {
    const event = liveEvent.safeParse(JSON.parse(data))
    if (!event.success) return
    if (event.data.type === 'replaced') isReplaced = true
    else notify(event.data)
  }

  return {
    follow,
    /** Somebody looks at the page: of the user's pages it is the last that may be without a stream. */
    look(): void {
      if (isReplaced) follow()
    },
    /** Calls back with what is new; returns how to stop. */
    subscribe(listener: (news: News) => void): () => void {
      listeners.add(listener)
      if (listeners.size === 1) follow()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) follow()
      }
    },
  }
}

function sleep(ms: number, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      end.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    end.addEventListener('abort', wake)
  })
}
