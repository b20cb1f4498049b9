import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { limits } from '#contract/limits.ts'
import { serverLimits } from '#contract/server-limits.ts'

/** Fetches a file of a source to where it can be read from, without holding it in memory. */
export type FetchTable = (
  url: string,
) => Promise<{ path: string; remove(): Promise<void> } | { absent: true } | { failure: string }>

/** @param parts.contact where the operator can be found: sources ask who calls them. */
export function createFetchTable({ fetch, contact }: { fetch: typeof globalThis.fetch; contact: string }): FetchTable {
  return async (url) => {
    const { host, pathname } = new URL(url)
    const folder = await mkdtemp(join(tmpdir(), 'wegwarte-table-'))
    const remove = () => rm(folder, { recursive: true, force: true })
    const giveUp = async <Reason>(reason: Reason): Promise<Reason> => {
      await remove()
      return reason
    }
    try {
      const response = await fetch(url, {
        headers: { 'user-agent': `Wegwarte/${limits.app.version} (+${contact})` },
        signal: AbortSignal.timeout(serverLimits.accidents.downloadTimeoutMs),
      })
      if (response.status === 404) return await giveUp({ absent: true as const })
      if (!response.ok || response.body === null) {
        return await giveUp({ failure: `${host} antwortet mit Status ${response.status}` })
      }
      const path = join(folder, basename(pathname))
      await pipeline(response.body, withinLimit, createWriteStream(path))
      return { path, remove }
    } catch (error) {
      return giveUp({ failure: disturbance(host, error) })
    }
  }
}

class TooLarge extends Error {}

async function* withinLimit(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > serverLimits.feeds.fileBytes) throw new TooLarge()
    yield chunk
  }
}

function disturbance(host: string, error: unknown): string {
  if (error instanceof TooLarge) return `Die Antwort von ${host} ist zu groß`
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${host} hat nicht innerhalb von ${serverLimits.accidents.downloadTimeoutMs / 1000} Sekunden geantwortet`
  }
  return `${host} ist nicht erreichbar`
}
