import { serverLimits } from '#contract/server-limits.ts'
import type { Clock } from '#server/clock.ts'
import type { Download, DownloadFailure } from './download.ts'
import type { Feed, FeedFile, FeedRequest } from '#server/feeds/feed.ts'

/** The whole present state of a source, in as many requests as it takes. */
export type Collect = (
  feed: Pick<Feed, 'request' | 'parts'>,
  etag: string | null,
) => Promise<{ files: FeedFile[]; etag: string | null } | { unchanged: true } | DownloadFailure>

/**
 * A source in parts is there wholly or not at all. What a part had before could be kept where the part is missing, but
 * the source's age, which people see, would then be that of the parts that came; and a part left out would say that its
 * roads are clear. So each missing part is asked once more, and if it is still missing, the last good state stays, with
 * its age.
 */
export function createCollect({ download, clock }: { download: Download; clock: Clock }): Collect {
  return async (feed, etag) => {
    // Whether the index is as it was says nothing about the parts.
    const answer = await download(feed.request, feed.parts === undefined ? etag : null)
    if ('failure' in answer || 'unchanged' in answer) return answer
    if (feed.parts === undefined) return { files: [answer.file], etag: answer.etag }
    const parts = feed.parts(answer.file)
    if ('failure' in parts) return parts
    const deadline = clock.now().getTime() + serverLimits.feeds.partsTimeoutMs
    return collectParts(parts, download, () => clock.now().getTime() < deadline)
  }
}

async function collectParts(parts: readonly FeedRequest[], download: Download, isInTime: () => boolean) {
  const first = await askAll(parts, download, isInTime)
  const missing = first.lost.map(({ request }) => request)
  const last = mayAskAgain(first) ? await askAll(missing, download, isInTime) : { ...first, files: [] }
  const files = [...first.files, ...last.files]
  return files.length === parts.length ? { files, etag: null } : failureOf(parts.length, files.length, last)
}

interface Round {
  files: FeedFile[]
  lost: { request: FeedRequest; reason: DownloadFailure }[]
  /** Whether all were asked. */
  isComplete: boolean
}

function mayAskAgain({ lost, isComplete }: Round): boolean {
  return isComplete && lost.length > 0 && lost.every(({ reason }) => reason.overloaded === undefined)
}

/** Asks a few at a time, and no more once the source is evidently out of order, overloaded or too slow. */
async function askAll(requests: readonly FeedRequest[], download: Download, isInTime: () => boolean): Promise<Round> {
  const round: Round = { files: [], lost: [], isComplete: true }
  const queue = requests.values()
  const askOn = async () => {
    for (const request of queue) {
      const isHopeless =
        round.lost.length >= serverLimits.feeds.lostParts || round.lost.some(({ reason }) => reason.overloaded)
      if (isHopeless || !isInTime()) {
        round.isComplete = false
        return
      }
      const answer = await download(request, null)
      if ('file' in answer) round.files.push(answer.file)
      else round.lost.push({ request, reason: 'failure' in answer ? answer : { failure: 'keine Antwort' } })
    }
  }
  await Promise.all(Array.from({ length: serverLimits.feeds.partsAtOnce }, askOn))
  return round
}

function failureOf(expected: number, received: number, { lost, isComplete }: Round): DownloadFailure {
  const [first] = lost
  const example = first === undefined ? '' : `, zuerst ${first.request.part ?? 'eine'}: ${first.reason.failure}`
  const failure = isComplete
    ? `${expected - received} von ${expected} Antworten fehlen${example}`
    : `Nach ${received} von ${expected} Antworten abgebrochen${example || ', weil es zu lange dauerte'}`
  const overloaded = lost.find(({ reason }) => reason.overloaded)?.reason.overloaded
  return { failure: `${failure}; der letzte gute Stand bleibt`, ...(overloaded && { overloaded }) }
}
