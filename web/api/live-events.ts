import { events, type LiveEvent, liveEvent } from '#contract/events.ts'
import { createEventParser } from '#web/api/event-parser.ts'
import { requestOf } from '#web/api/request.ts'
import { endAfterSilence } from '#web/api/silence.ts'

/**
 * What is new. `unknown`: perhaps something, because for a while nobody would have told. `untold`: perhaps something, and
 * still nobody would tell; it comes from time to time, for what does not ask by itself.
 */
export type News = LiveEvent | { type: 'unknown' | 'untold' }

/** Everything outside that the reader depends on. */
export interface LiveEventsOptions {
  /** What stands before every path; empty for the page's own server. */
  base: string
  token(): string | null
  /** Whether somebody looks at the page. */
  isShown(): boolean
  /** Before the n-th try in a row, counted from 1. */
  pauseMs(failures: number): number
  /** Without a stream, news are asked for so often. */
  pollMs: number
  /** Nothing at all for so long: the connection is dead. */
  silenceMs: number
  /** A stream that lasted so long was a good one. */
  steadyMs: number
}

export type LiveEvents = ReturnType<typeof createLiveEvents>

/**
 * Reads the events of the server while somebody listens and the page is shown. A lost stream is opened again after pauses
 * that grow; meanwhile listeners are told from time to time that something may be new.
 */
export function createLiveEvents(options: LiveEventsOptions) {
  const listeners = new Set<(news: News) => void>()
  let stop: AbortController | null = null
  /** Since the first listener came there was a time without a stream. */
  let interrupted = false

  const tell = (news: News) => listeners.forEach((listener) => listener(news))

  /** Starts, stops or starts anew, as it should be by now. */
  function follow(): void {
    const token = options.token()
    if (stop !== null) interrupted = listeners.size > 0
    stop?.abort()
    stop = null
    if (listeners.size === 0 || token === null || !options.isShown()) return
    stop = new AbortController()
    void keepReading(token, stop.signal)
  }

  async function keepReading(token: string, end: AbortSignal): Promise<void> {
    let failures = 0
    let told = performance.now()
    while (!end.aborted) {
      const startedAt = performance.now()
      await readStream(token, end, () => {
        if (interrupted) tell({ type: 'unknown' })
      })
      if (end.aborted) return
      interrupted = true
      failures = performance.now() - startedAt > options.steadyMs ? 1 : failures + 1
      for (let waitMs = options.pauseMs(failures); waitMs > 0 && !end.aborted; waitMs -= options.pollMs) {
        await sleep(Math.min(waitMs, options.pollMs), end)
        if (end.aborted || performance.now() - told < options.pollMs) continue
        told = performance.now()
        tell({ type: 'untold' })
      }
    }
  }

  /** Until the stream ends, however it does. */
  async function readStream(token: string, end: AbortSignal, onOpen: () => void): Promise<void> {
    const silence = endAfterSilence(options.silenceMs, end)
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
        for (const data of parse(piece.value)) tellOf(data)
      }
    } catch {
      // A connection that broke, or was broken off: the same as one that ended.
    } finally {
      silence.forget()
    }
  }

  /** A newer server may tell what this page does not know. */
  function tellOf(data: string): void {
    const event = liveEvent.safeParse(JSON.parse(data))
    if (event.success) tell(event.data)
  }

  return {
    follow,
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
