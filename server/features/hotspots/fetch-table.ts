import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { appLimits } from '#contract/limits/app-limits.ts'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { accidentsServerLimits } from '#contract/limits/hotspots-limits.ts'

/** Downloads a source's file to disk, without holding it in memory. */
export type FetchTable = (
  url: string,
) => Promise<{ path: string; remove(): Promise<void> } | { absent: true } | { failure: string }>

/** @param parts.contact the operator's address: sources want to know who calls them. */
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
        headers: { 'user-agent': `Wegwarte/${appLimits.version} (+${contact})` },
        signal: AbortSignal.timeout(accidentsServerLimits.downloadTimeoutMs),
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
    if (bytes > feedsServerLimits.fileBytes) throw new TooLarge()
    yield chunk
  }
}

function disturbance(host: string, error: unknown): string {
  if (error instanceof TooLarge) return `Die Antwort von ${host} ist zu groß`
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${host} hat nicht innerhalb von ${accidentsServerLimits.downloadTimeoutMs / 1000} Sekunden geantwortet`
  }
  return `${host} ist nicht erreichbar`
}
