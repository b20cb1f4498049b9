import { useEffect } from 'react'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { basemapId } from '#web/map/look/base-style.ts'
import { type BuiltMap, buildMap, type MapLook } from './build-map.ts'
import { useMapTheme } from '#web/map/look/use-map-theme.ts'

/*
 * To build a map takes longer than to draw on it: its drawing surface, its style, the programs of the graphics card. So a
 * map can be built before there is anything to show on it. Until it is shown it is in no page and fetches
 * no tile of others.
 */

interface Spare {
  key: string
  /** Null if it could not be built: showing a map retries and shows the error. */
  map: Promise<BuiltMap | null>
}

/** At most one: a browser has few drawing surfaces to give. */
let spare: Spare | null = null

/** While `wanted`, keeps a map ready for the next `MapCanvas` of the same look, until the caller is gone. */
export function usePrewarmedMap(wanted: boolean, look: Omit<MapLook, 'mapTheme'> | null): void {
  const mapTheme = useMapTheme()
  useEffect(() => {
    if (wanted && look !== null) keepSpare({ ...look, mapTheme })
  }, [wanted, look, mapTheme])
  useEffect(() => dropSpare, [])
}

/** The map that was built beforehand, if there is one of this look: it is the caller's from now on. */
export async function takePrewarmed(look: MapLook): Promise<BuiltMap | null> {
  if (spare?.key !== keyOf(look)) return null
  const taken = spare.map
  spare = null
  const built = await taken
  if (built?.map.getLayer(basemapId)?.visibility === 'none') {
    built.map.setLayoutProperty(basemapId, 'visibility', 'visible')
  }
  return built
}

function keepSpare(look: MapLook): void {
  // A style from another server would fetch its tiles at once. An archive's are our own.
  if ((look.basemap.archive === null && look.basemap.styleUrl !== null) || spare?.key === keyOf(look)) return
  dropSpare()
  const kept: Spare = { key: keyOf(look), map: buildMap(look).catch(() => null) }
  spare = kept
  void kept.map.then((built) => (built === null ? undefined : warmUp(built, () => spare === kept)))
}

function dropSpare(): void {
  const dropped = spare
  spare = null
  void dropped?.map.then((built) => built?.map.remove())
}

/** From here borders of countries are seen: drawing them readies the programs for fills and lines. */
const overviewZoom = 4

async function warmUp({ map, styled }: BuiltMap, isSpare: () => boolean): Promise<void> {
  if (!isSpare()) return
  const { longitude, latitude } = mapLimits.centre
  map.jumpTo({ center: [longitude, latitude], zoom: overviewZoom })
  try {
    await styled
  } catch {
    return
  }
  if (isSpare() && map.getLayer(basemapId) !== undefined) map.setLayoutProperty(basemapId, 'visibility', 'none')
}

function keyOf({ label, basemap, mapTheme, inScrollingPage }: MapLook): string {
  return JSON.stringify([label, basemap, mapTheme, inScrollingPage])
}
