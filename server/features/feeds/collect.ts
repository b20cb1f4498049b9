import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Download, DownloadFailure } from './download.ts'
import type { Feed, FeedFile, FeedRequest } from '#server/feeds/feed.ts'

/** The whole present state of a source, in as many requests as needed. */
export type Collect = (
  feed: Pick<Feed, 'request' | 'parts'>,
  etag: string | null,
) => Promise<{ files: FeedFile[]; etag: string | null } | { unchanged: true } | DownloadFailure>

/**
 * A source in parts is complete or not there at all. We could keep what a part had before, but then the source's age, which
 * people see, would be wrong for it; and leaving a part out would say that its roads are clear. So each missing part is
 * asked for once more. If it is still missing, the last good state stays, with its age.
 */
export function createCollect({ download, clock }: { download: Download; clock: Clock }): Collect {
  return async (feed, etag) => {
    // An unchanged index says nothing about the parts.
    const answer = await download(feed.request, feed.parts === undefined ? etag : null)
    if ('failure' in answer || 'unchanged' in answer) return answer
    if (feed.parts === undefined) return { files: [answer.file], etag: answer.etag }
    const parts = feed.parts(answer.file)
    if ('failure' in parts) return parts
    const deadline = clock.now().getTime() + feedsServerLimits.partsTimeoutMs
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
  /** Whether all parts were asked for. */
  isComplete: boolean
}

function mayAskAgain({ lost, isComplete }: Round): boolean {
  return isComplete && lost.length > 0 && lost.every(({ reason }) => reason.overloaded === undefined)
}

/** Asks for a few parts at a time, and for no more once the source is clearly out of order, overloaded or too slow. */
async function askAll(requests: readonly FeedRequest[], download: Download, isInTime: () => boolean): Promise<Round> {
  const round: Round = { files: [], lost: [], isComplete: true }
  const queue = requests.values()
  const askOn = async () => {
    for (const request of queue) {
      const isHopeless =
        round.lost.length >= feedsServerLimits.missingParts || round.lost.some(({ reason }) => reason.overloaded)
      if (isHopeless || !isInTime()) {
        round.isComplete = false
        return
      }
      const answer = await download(request, null)
      if ('file' in answer) round.files.push(answer.file)
      else round.lost.push({ request, reason: 'failure' in answer ? answer : { failure: 'keine Antwort' } })
    }
  }
  await Promise.all(Array.from({ length: feedsServerLimits.partsAtOnce }, askOn))
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
