import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import { type Period, periodOf, visibleRange } from '#domain/dossier/dossier.ts'
import { positionsInPages } from '#domain/history/position-page.ts'
import { type ThinnedTrack, thinOutTrack } from '#domain/track/thinned-track.ts'
import { berlinDay } from '#domain/time/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type DossierDetailsStore, type DossierDevice, detailsOf } from './dossier-details.store.ts'
import type { DossierStore } from './dossier.store.ts'
import type { PlaceNames } from '#server/places/place-names.ts'
import type { PrintDossier } from './print-dossier.ts'
import type { PositionsStore } from '#server/features/history/positions.store.ts'
import type { FileAnswer } from '#server/http/api.ts'
import { sharp } from '#server/platform/pictures.ts'

export type DossierFiles = ReturnType<typeof createDossierFiles>

/** Of the picture in the document: enough to recognise a printed vehicle. */
const picturePixels = 700

interface Parts {
  store: Pick<DossierStore, 'changes'>
  details: Pick<DossierDetailsStore, 'entered' | 'picture'>
  positions: Pick<PositionsStore, 'history'>
  print: PrintDossier
  placeNames: Pick<PlaceNames, 'nameOf'>
  clock: Clock
}

/** The track of a theft, and the document with it. Owner and police get the same. */
export function createDossierFiles({ store, details: stored, positions, print, placeNames, clock }: Parts) {
  /** The positions of the period that may be seen now. */
  const track = async (deviceId: string, period: Period | null, linePoints: number): Promise<ThinnedTrack> => {
    const range = visibleRange(period, clock.now())
    if (range === null) return { positions: 0, newest: [], line: [] }
    const pages = positionsInPages(positions.history(deviceId, range.start, range.end))
    return thinOutTrack(pages, { linePoints, newest: dossierLimits.listedPositions })
  }

  return {
    track,

    async document(device: DossierDevice): Promise<FileAnswer> {
      const createdAt = clock.now()
      const changes = await store.changes(device.id)
      const period = periodOf(changes)
      const details = detailsOf(device, await stored.entered(device.id))
      const picture = details.withPicture && device.pictureId !== null ? await stored.picture(device.pictureId) : null
      const shown = await track(device.id, period, dossierLimits.sketchPoints)
      const [newest] = shown.newest
      const content = await print({
        deviceName: device.name,
        imei: device.imei,
        details,
        changes,
        period,
        track: shown,
        placeName: newest === undefined ? null : await placeNames.nameOf(newest),
        picture: picture && (await asJpeg(picture)),
        createdAt,
        demo: device.demo,
      })
      return { fileName: `anzeige-mappe_${berlinDay(createdAt.toISOString())}.pdf`, content }
    },
  }
}

/** Pictures are stored as WebP, which PDF does not support. */
function asJpeg(picture: Buffer): Promise<Buffer> {
  const size = { width: picturePixels, height: picturePixels, fit: 'inside', withoutEnlargement: true } as const
  return sharp(picture).resize(size).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer()
}
