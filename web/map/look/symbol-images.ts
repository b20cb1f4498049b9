import type { Map as MapLibreMap } from 'maplibre-gl'
import { poiCategories } from '#contract/pois/pois.ts'
import type { Severity } from '#domain/pois/severity.ts'
import { ringEighths } from '#domain/geo/map.ts'
import { categorySymbols, type MapSymbol, parseImageName, symbolOf, symbolUnits } from './symbols.ts'

/** Images are drawn this much finer than CSS pixels, for sharp screens. */
const pixelRatio = 2
/** By severity, with the white edge. */
const poiSizesPx: Record<Severity, number> = { 1: 24, 2: 32, 3: 40 }
/** How much of black deepens a category's colour, or of white lightens it. */
const tints: Record<Severity, string | null> = { 1: 'white 18%', 2: null, 3: 'black 38%' }
const haloPx = 2
const ringPx = 4

/** Draws an image of ours when a layer asks for it the first time. Others' names (a vector style's) are left alone. */
export function resolveSymbolImage(map: MapLibreMap, name: string): void {
  const image = parseImageName(name)
  if (image === null || map.hasImage(name)) return
  const pixels = image.kind === 'poi' ? drawPoi(symbolOf(image.symbol), image) : drawCluster(image.sizePx, image.shares)
  if (pixels !== null) map.addImage(name, pixels, { pixelRatio })
}

/** An unconfirmed report is the same without its filling, with a broken edge. */
function drawPoi(
  symbol: MapSymbol,
  { severity, unconfirmed }: { severity: Severity; unconfirmed: boolean },
): ImageData | null {
  const sizePx = poiSizesPx[severity]
  return draw(sizePx, (canvas) => {
    const outline = new Path2D(symbol.outline)
    const scale = (sizePx - 2 * haloPx) / symbolUnits
    canvas.translate(haloPx, haloPx)
    canvas.scale(scale, scale)
    canvas.lineJoin = 'round'
    canvas.lineCap = 'round'
    canvas.strokeStyle = 'white'
    canvas.lineWidth = (2 * haloPx) / scale
    canvas.stroke(outline)
    const colour = colourByDay(symbol.colour, tints[severity])
    canvas.fillStyle = unconfirmed ? 'white' : colour
    canvas.fill(outline)
    if (unconfirmed) {
      canvas.strokeStyle = colour
      canvas.lineWidth = haloPx / scale
      canvas.setLineDash([4.5, 3])
      canvas.stroke(outline)
      canvas.setLineDash([])
    }
    canvas.translate(symbol.at.x, symbol.at.y)
    canvas.scale(symbol.at.scale, symbol.at.scale)
    canvas.lineWidth = 2.4
    for (const stroke of symbol.picture) canvas.stroke(new Path2D(stroke))
  })
}

/** A white disc with a ring that shows the mix of categories in it. */
function drawCluster(sizePx: number, shares: readonly number[]): ImageData | null {
  return draw(sizePx, (canvas) => {
    const centre = sizePx / 2
    disc(canvas, centre, centre, 'rgb(20 24 32 / 0.35)')
    disc(canvas, centre, centre - 0.75, 'white')
    canvas.lineWidth = ringPx
    let from = -Math.PI / 2
    ringEighths(shares).forEach((eighths, index) => {
      const to = from + (eighths * Math.PI) / 4
      const category = poiCategories[index]
      if (eighths > 0 && category !== undefined) {
        canvas.beginPath()
        canvas.strokeStyle = colourByDay(categorySymbols[category].colour)
        canvas.arc(centre, centre, centre - 1.5 - ringPx / 2, from, to)
        canvas.stroke()
      }
      from = to
    })
  })
}

function disc(canvas: CanvasRenderingContext2D, centre: number, radius: number, colour: string): void {
  canvas.beginPath()
  canvas.arc(centre, centre, radius, 0, 2 * Math.PI)
  canvas.fillStyle = colour
  canvas.fill()
}

function draw(sizePx: number, paint: (canvas: CanvasRenderingContext2D) => void): ImageData | null {
  const element = document.createElement('canvas')
  element.width = element.height = sizePx * pixelRatio
  const canvas = element.getContext('2d')
  if (canvas === null) return null
  canvas.scale(pixelRatio, pixelRatio)
  paint(canvas)
  return canvas.getImageData(0, 0, element.width, element.height)
}

/** A token's colour as it is by day: the map's symbols keep it at night, with their white edge and picture. */
function colourByDay(token: string, tint: string | null = null): string {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.colorScheme = 'light'
  probe.style.color = tint === null ? `var(${token})` : `color-mix(in srgb, var(${token}), ${tint})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}
