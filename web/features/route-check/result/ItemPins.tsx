import { useMemo } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { RouteItem } from '#contract/route-check/route-check.ts'
import { isInside } from '#domain/geo/geo.ts'
import { readableMarkers } from '#domain/geo/map.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import styles from './RouteMap.module.css'
import { routeCheckTexts } from '../texts.ts'
import { itemInWords } from '../wording.ts'
import { formatNumber } from '#web/texts/formats.ts'
import { MapPins, type Pin } from '#web/map/layers/MapPins.tsx'
import { useMapView } from '#web/map/canvas/use-map-view.ts'

interface ItemPinsProps {
  items: readonly RouteItem[]
  selected: number | null
  onSelect(index: number): void
}

/** Pins are chosen again at each half zoom, so that they stay the same while the map is only moved. */
const zoomStep = 0.5

/** The entries as numbered buttons: as many as can be read at this zoom. */
export function ItemPins({ items, selected, onSelect }: ItemPinsProps) {
  const { zoom, box } = useMapView()
  const step = Math.floor(zoom / zoomStep) * zoomStep
  const readable = useMemo(
    () =>
      readableMarkers(
        items.map(({ poi }) => poi),
        step,
        mapLimits.readableSpacingPx,
      ),
    [items, step],
  )
  const pins = useMemo(() => {
    const isReadable = readable.some(({ index }) => index === selected)
    const shown = selected === null || isReadable ? readable : [...readable, { index: selected, asidePx: 0 }]
    return shown.flatMap(({ index, asidePx }): Pin[] => {
      const item = items[index]
      if (item === undefined || !isInside(box, item.poi)) return []
      const content = <NumberedPin item={item} index={index} pressed={index === selected} onSelect={onSelect} />
      return [{ key: `${item.poi.id} ${item.alongMetres}`, place: item.poi, asidePx, content }]
    })
  }, [readable, items, box, selected, onSelect])
  return <MapPins pins={pins} />
}

interface NumberedPinProps {
  item: RouteItem
  index: number
  pressed: boolean
  onSelect(index: number): void
}

function NumberedPin({ item, index, pressed, onSelect }: NumberedPinProps) {
  const number = formatNumber(index + 1)
  return (
    <button
      type="button"
      className={styles.pin}
      data-category={categoryOf(item.poi.poiType)}
      aria-label={routeCheckTexts.item.spoken(number, itemInWords(item))}
      aria-pressed={pressed}
      onClick={() => onSelect(index)}
    >
      {number}
    </button>
  )
}
