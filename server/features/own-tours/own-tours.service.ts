import { currentVersion } from '#domain/consents/texts.ts'
import { ownToursServerLimits } from '#contract/own-tours/own-tours-limits.ts'
import type { ProblemCode } from '#contract/base/problem.ts'
import { lineOfText, textOfLine } from '#domain/geo/line-text.ts'
import { type NothingAdded, nothingAdded } from '#domain/own-tours/tours.ts'
import { type HiddenArea, visiblePieces } from '#domain/privacy-zones/privacy-zones.ts'
import type { PrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'
import { Problem } from '#server/http/problem.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { OwnToursStore } from './own-tours.store.ts'
import type { ReadTours } from './tour-threads.ts'

interface Parts {
  store: OwnToursStore
  privacyZones: Pick<PrivacyZonesStore, 'hiddenAreas'>
  read: ReadTours
  clock: Clock
  newId(): string
}

export type OwnToursService = ReturnType<typeof createOwnToursService>

const refusals: Record<NothingAdded, ProblemCode> = {
  'all-known': 'OWN_TOURS_KNOWN',
  'all-hidden': 'OWN_TOURS_HIDDEN',
  'without-times': 'OWN_TOURS_WITHOUT_TIMES',
  'no-tours': 'NO_OWN_TOURS',
}

/** Tours from people's own files: read, shown, kept for as long as they want. Nobody else ever sees them. */
export function createOwnToursService({ store, privacyZones, read, clock, newId }: Parts) {
  const compare = async (userId: string, bytes: Uint8Array, hidden: readonly HiddenArea[], hasLeft: AbortSignal) => {
    const now = clock.now()
    const known = await store.known(userId, now)
    const answer = await read(userId, { bytes, known, hidden, now }, hasLeft)
    if ('mistake' in answer) throw new Problem('UNREADABLE_FILE', { message: answer.mistake })
    if ('tooMany' in answer) throw new Problem('OWN_TOURS_FILE_TOO_LARGE')
    const why = nothingAdded(answer.counts)
    if (why !== null) throw new Problem(refusals[why])
    return { ...answer, comparedWith: known.map(({ id }) => id) }
  }

  return {
    /** What the user has already, and what lies in a private zone, is not stored. */
    async import(userId: string, file: () => Promise<Uint8Array>, hasLeft: AbortSignal) {
      const bytes = await wholeFile(file)
      for (let left = ownToursServerLimits.comparisons; left > 0; left -= 1) {
        const hidden = await privacyZones.hiddenAreas(userId)
        const { tours, counts, comparedWith } = await compare(userId, bytes, hidden, hasLeft)
        const added = tours.map((tour) => ({ ...tour, id: newId() }))
        const outcome = await store.add({ userId, comparedWith, tours: added }, clock.now())
        if (outcome === 'full') throw new Problem('TOO_MANY_OWN_TOURS')
        if (outcome === 'changed') continue
        const { added: points, known, hidden: inZones, unusable, withoutTime } = counts
        return {
          tours: tours.length,
          points: { added: points, known, hidden: inZones, unusable: unusable + withoutTime },
        }
      }
      throw new Problem('UNAVAILABLE')
    },

    /** A zone that was made since the file was read hides, too. */
    async show(userId: string, id: string) {
      const found = await store.find(userId, id, clock.now())
      if (found === null) throw new Problem('NOT_FOUND')
      const hidden = await privacyZones.hiddenAreas(userId)
      return {
        tour: found.tour,
        line:
          hidden.length === 0
            ? found.line
            : visiblePieces(
                hidden,
                found.line.map((piece) => lineOfText(piece)),
              ).map(textOfLine),
      }
    },

    async keepLonger(userId: string, version: number): Promise<void> {
      if (version !== currentVersion('own-tours')) throw new Problem('CONSENT_TEXT_CHANGED')
      await store.keepLonger(userId, version, clock.now())
    },

    list: (userId: string, before: string | null) => store.page(userId, before, clock.now()),
    remove: (userId: string, id: string) => store.remove(userId, id),
    removeAll: (userId: string) => store.removeAll(userId),
    withdraw: (userId: string) => store.withdraw(userId, clock.now()),
  }
}

/** The general sentence about requests that are too large says nothing of files. */
async function wholeFile(file: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await file()
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) {
      throw new Problem('OWN_TOURS_FILE_TOO_LARGE')
    }
    throw error
  }
}
