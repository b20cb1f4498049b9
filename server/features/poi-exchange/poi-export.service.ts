import type * as z from 'zod'
import { poiExchangeLimits } from '#contract/poi-exchange/poi-exchange-limits.ts'
import type { poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import { poiCategories } from '#contract/pois/pois.ts'
import { readBbox } from '#domain/geo/bbox.ts'
import { type Box, isInside } from '#domain/geo/geo.ts'
import { deviceNames, kindOfName } from '#domain/poi-exchange/device-names.ts'
import { directionOf, type ExchangedPoi, poiFrom } from '#domain/poi-exchange/exchanged-poi.ts'
import { fileNotes } from '#domain/poi-exchange/file-notes.ts'
import { categoriesNamed, typesOf } from '#domain/pois/pois.ts'
import type { Clock } from '#server/platform/clock.ts'
import { exportFiles } from './export-files.ts'
import type { OwnPoi, OwnPoisStore } from './own-pois.store.ts'
import type { ExportChoice, ExportRow, PoiExportStore } from './poi-export.store.ts'
import type { FileAnswer } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'

type ExportQuery = z.output<typeof poiExchange.export.query>

interface Parts {
  store: PoiExportStore
  ownPois: Pick<OwnPoisStore, 'page'>
  clock: Clock
}

export type PoiExportService = ReturnType<typeof createPoiExportService>

/** POIs as a file for a navigation device, read and sent page by page. */
export function createPoiExportService({ store, ownPois, clock }: Parts) {
  return {
    /** Null: there is nothing to export. */
    async file(userId: string, query: ExportQuery): Promise<FileAnswer | null> {
      const choice = choiceOf(query)
      const pages = pagesOf(userId, choice, query.own)
      const first = await pages.next()
      if (first.done === true) return null
      const attributions = query.own === 'only' ? [] : await store.attributions(choice, clock.now())
      const { fileName, mediaType, content } = exportFiles[query.format]
      return { fileName, mediaType, content: content(fileNotes(attributions), after(first.value, pages), clock.now()) }
    },
  }

  /** Gives no empty page. */
  async function* pagesOf(
    userId: string,
    choice: ExportChoice,
    own: ExportQuery['own'],
  ): AsyncGenerator<ExchangedPoi[], void> {
    const now = clock.now()
    const limit = poiExchangeLimits.pageSize
    for (let afterId: string | undefined = own === 'only' ? undefined : ''; afterId !== undefined;) {
      const rows = await store.page(choice, afterId, limit, now)
      if (rows.length > 0) yield rows.map(exchangedPoi)
      afterId = rows.length < limit ? undefined : rows.at(-1)?.id
    }
    for (let last: OwnPoi | null | undefined = own === undefined ? undefined : null; last !== undefined;) {
      const rows = await ownPois.page(userId, last, limit)
      const inBox = rows.filter((poi) => choice.box === null || isInside(choice.box, poi))
      if (inBox.length > 0) yield inBox.map((poi) => ({ ...poi, kind: kindOfName(poi.name) }))
      last = rows.length < limit ? undefined : rows.at(-1)
    }
  }
}

async function* after<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T, void> {
  yield first
  yield* rest
}

function exchangedPoi({ poiType, street, postcode, city, note, speed, direction, ...place }: ExportRow): ExchangedPoi {
  const town = [postcode, city].filter(Boolean).join(' ')
  return poiFrom(
    { latitude: place.latitude, longitude: place.longitude },
    {
      name: deviceNames[poiType],
      comment: [street, town, note].filter(Boolean).join(', '),
      kind: poiType,
      speed,
      direction: direction === null ? null : directionOf(direction.toFixed(1)),
    },
  )
}

function choiceOf({ categories, bbox }: ExportQuery): ExportChoice {
  const named = categories === undefined ? [] : categoriesNamed(categories)
  if (named === null) return refuse('categories', 'Eine dieser Kategorien gibt es nicht.')
  return { types: typesOf(named.length === 0 ? poiCategories : named), box: bbox === undefined ? null : boxOf(bbox) }
}

function boxOf(bbox: string): Box {
  const read = readBbox(bbox)
  return 'mistake' in read ? refuse('bbox', read.mistake) : read.box
}

function refuse(parameter: string, message: string): never {
  throw new Problem('VALIDATION_ERROR', { fields: { [parameter]: message } })
}
