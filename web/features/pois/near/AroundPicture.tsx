import type { Place } from '#contract/base/place.ts'
import { poiCategories, type Poi, pois } from '#contract/pois/pois.ts'
import { offsetFrom } from '#domain/geo/tiles.ts'
import { mapLinkOf } from '#domain/pois/map-link.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import styles from './AroundPicture.module.css'
import { readableMarks } from '../readable-marks.ts'
import { poisTexts } from '../texts.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { counted, formatNumber } from '#web/texts/formats.ts'
import { paths } from '#web/browser/paths.ts'
import type { Basemap } from '#web/map/look/base-style.ts'
import { CategorySymbol } from '#web/map/look/CategorySymbol.tsx'
import { everyMinute } from '#web/map/canvas/every-minute.ts'
import { PictureMark } from '#web/map/pictures/MapPicture.tsx'
import { PlacePicture } from '#web/map/pictures/PlacePicture.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

const { around: texts, near: nearTexts } = poisTexts
const radiusKm = 12
/** About 50 m a pixel: the picture shows the radius to both sides. */
const zoom = 11
/** More could not be told apart. */
const most = 80
const symbolPx = 22
const categories = poiCategories.filter((category) => category !== 'weather').join()

/** What is around a place, as a picture that leads to the map, and in one line. */
export function AroundPicture({ place, basemap }: { place: Place; basemap: Basemap | null }) {
  const { data, isError } = useCall(pois.list, { query: queryAround(place) }, { ...everyMinute, keepPrevious: true })
  const link = paths.pois + mapLinkOf({ view: { centre: place, zoom: zoom + 1 }, categories: null, id: null })
  return (
    <Card title={texts.title}>
      {/* The line below leads to the same place: one link is enough for keyboards and screen readers. */}
      <Link to={link} className={styles.picture} aria-hidden="true" tabIndex={-1}>
        <PlacePicture place={place} zoom={zoom} basemap={basemap} alarming={false}>
          {marksOf(data?.pois ?? [], place).map(({ poi, at }) => (
            <PictureMark key={poi.id} at={at}>
              <CategorySymbol category={categoryOf(poi.poiType)} size={symbolPx} />
            </PictureMark>
          ))}
        </PlacePicture>
      </Link>
      <Link to={link} className={styles.line}>
        {isError
          ? nearTexts.failed
          : data === undefined
            ? nearTexts.loading
            : inWords(data.pois.length, data.nextCursor)}
      </Link>
    </Card>
  )
}

/** A place to the kilometre: a vehicle that moves is not asked about each time. */
function queryAround({ latitude, longitude }: Place) {
  const near = [latitude, longitude].map((degrees) => degrees.toFixed(2)).join()
  return { near, radius: radiusKm * 1000, categories, limit: most }
}

/** The nearest first, as far as they can be told apart. */
function marksOf(list: readonly Poi[], place: Place) {
  const marks = list.map((poi) => ({ poi, at: offsetFrom(place, poi, zoom) }))
  return readableMarks(marks, symbolPx)
}

function inWords(count: number, nextCursor: string | null): string {
  if (count === 0) return texts.none(radiusKm)
  if (nextCursor !== null) return texts.moreThan(formatNumber(count), radiusKm)
  const [one = '', many = ''] = texts.dangers
  return texts.within(counted(count, one, many), radiusKm)
}
