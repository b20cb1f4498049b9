import type { Map as MapLibreMap, StyleImageMetadata } from 'maplibre-gl'

/*
 * The pictures on our base map: the plates of road numbers as they stand on German roads (StVO, signs 401, 405 and 410),
 * and a few small marks. They are drawn when the map first needs them, so there is no file of pictures to fetch.
 */

export const plateImages = {
  motorway: 'plate:motorway',
  federal: 'plate:federal',
  european: 'plate:european',
  other: 'plate:other',
} as const
export const townImage = 'mark:town'
export const arrowImage = 'mark:arrow'

/** Images are drawn this much finer than CSS pixels, for sharp screens. */
const pixelRatio = 2
const plate = { width: 26, height: 18, edge: 1.5, corner: 3.5, point: 5 }
const mark = 14

interface Look {
  ground: string
  edge: string
  /** Of a motorway's sign, which comes to a point on both sides. */
  pointed: boolean
}

const plateLooks: Record<string, Look> = {
  [plateImages.motorway]: { ground: '#1f4e9c', edge: '#ffffff', pointed: true },
  [plateImages.federal]: { ground: '#f4c20d', edge: '#141414', pointed: false },
  [plateImages.european]: { ground: '#1b6b3a', edge: '#ffffff', pointed: false },
  [plateImages.other]: { ground: '#ffffff', edge: '#4a4f55', pointed: false },
}

/** Draws a picture of the base map when a layer asks for it the first time; other names are left alone. */
export function resolveMapImage(map: MapLibreMap, name: string): void {
  if (map.hasImage(name)) return
  const look = plateLooks[name]
  if (look !== undefined) add(map, name, plate.width, plate.height, (canvas) => drawPlate(canvas, look), plateStretch)
  if (name === townImage) add(map, name, mark, mark, drawTown)
  if (name === arrowImage) add(map, name, mark, mark, drawArrow)
}

/** Only the middle grows with the number on it. */
const plateStretch: Partial<StyleImageMetadata> = {
  stretchX: [[(plate.width / 2 - 1) * pixelRatio, (plate.width / 2 + 1) * pixelRatio]],
  stretchY: [[(plate.height / 2 - 1) * pixelRatio, (plate.height / 2 + 1) * pixelRatio]],
  content: [
    plate.point * pixelRatio,
    2 * plate.edge * pixelRatio,
    (plate.width - plate.point) * pixelRatio,
    (plate.height - 2 * plate.edge) * pixelRatio,
  ],
}

function drawPlate(canvas: CanvasRenderingContext2D, { ground, edge, pointed }: Look): void {
  const { width, height, corner, point } = plate
  const [left, top, right, bottom] = [plate.edge, plate.edge, width - plate.edge, height - plate.edge]
  canvas.beginPath()
  if (pointed) {
    canvas.moveTo(left, height / 2)
    canvas.lineTo(left + point, top)
    canvas.lineTo(right - point, top)
    canvas.lineTo(right, height / 2)
    canvas.lineTo(right - point, bottom)
    canvas.lineTo(left + point, bottom)
    canvas.closePath()
  } else canvas.roundRect(left, top, right - left, bottom - top, corner)
  canvas.lineJoin = 'round'
  canvas.lineWidth = 2 * plate.edge
  // A thin line around the edge keeps a white one apart from a white road.
  canvas.strokeStyle = 'rgb(20 24 32 / 0.55)'
  canvas.stroke()
  canvas.lineWidth = plate.edge
  canvas.strokeStyle = edge
  canvas.fillStyle = ground
  canvas.fill()
  canvas.stroke()
}

function drawTown(canvas: CanvasRenderingContext2D): void {
  canvas.beginPath()
  canvas.arc(mark / 2, mark / 2, mark / 4, 0, 2 * Math.PI)
  canvas.fillStyle = '#ffffff'
  canvas.fill()
  canvas.lineWidth = 1.5
  canvas.strokeStyle = '#2f3640'
  canvas.stroke()
}

/** Points up; the layer turns it into the direction of the road. */
function drawArrow(canvas: CanvasRenderingContext2D): void {
  const [middle, reach] = [mark / 2, mark / 5]
  canvas.beginPath()
  canvas.moveTo(middle, mark - reach)
  canvas.lineTo(middle, reach)
  canvas.moveTo(middle - reach, 2 * reach)
  canvas.lineTo(middle, reach)
  canvas.lineTo(middle + reach, 2 * reach)
  canvas.lineWidth = 1.5
  canvas.lineCap = 'round'
  canvas.strokeStyle = '#7d827f'
  canvas.stroke()
}

function add(
  map: MapLibreMap,
  name: string,
  width: number,
  height: number,
  draw: (canvas: CanvasRenderingContext2D) => void,
  metadata: Partial<StyleImageMetadata> = {},
): void {
  const element = document.createElement('canvas')
  element.width = width * pixelRatio
  element.height = height * pixelRatio
  const canvas = element.getContext('2d')
  if (canvas === null) return
  canvas.scale(pixelRatio, pixelRatio)
  draw(canvas)
  map.addImage(name, canvas.getImageData(0, 0, element.width, element.height), { ...metadata, pixelRatio })
}
