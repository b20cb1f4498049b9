import { type IncomingMessage, request } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { vi } from 'vitest'
import { type LiveEvent, liveEvent } from '#contract/events/events.ts'

export type LiveStream = Awaited<ReturnType<typeof openLiveStream>>

/** Reads a session's live events until they end or are closed, on a connection of its own: `fetch` would open a spare one. */
export async function openLiveStream(url: string, token: string) {
  const ask = url.startsWith('https:') ? requestOverTls : request
  const asking = ask(`${url}/api/events`, { agent: false, headers: { authorization: `Bearer ${token}` } }).end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject)
  })
  const events: LiveEvent[] = []
  let text = ''
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    events.splice(0, Infinity, ...eventsIn(text))
  })
  const ended = new Promise<void>((resolve) => response.once('close', resolve).once('error', () => resolve()))
  return {
    response,
    events,
    ended,
    text: () => text,
    async until(isIt: (event: LiveEvent) => boolean, patienceMs = 15_000): Promise<LiveEvent> {
      return vi.waitFor(() => {
        const found = events.find(isIt)
        if (found === undefined) throw new Error(`not actual within ${patienceMs} ms`)
        return found
      }, patienceMs)
    },
    async close() {
      response.destroy()
      await ended
    },
  }
}

function eventsIn(text: string): LiveEvent[] {
  return [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = '']) => liveEvent.parse(JSON.parse(data)))
}
