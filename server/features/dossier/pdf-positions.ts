import { limits } from '#contract/limits.ts'
import type { Position } from '#contract/tracking.ts'
import { segmentsOf } from '#domain/track.ts'
import { type SketchPoint, sketchOf } from '#domain/track-sketch.ts'
import type { DossierDocument } from './dossier-document.ts'
import {
  ago,
  coordinates,
  degreesMinutesSeconds,
  distance,
  germanMoment,
  metres,
  momentInBoth,
  utcTime,
} from './dossier-formats.ts'
import { drawFacts, drawHeading } from './pdf-facts.ts'
import { page } from './pdf-page.ts'
import { write } from './pdf-text.ts'

const { left, width, bottom } = page

export function drawLastPosition(doc: PDFKit.PDFDocument, dossier: DossierDocument, y: number): number {
  const [last] = dossier.track.newest
  const below = drawHeading(doc, 'Letzte bekannte Position', { x: left, y, width })
  if (last === undefined) return write(doc, withoutPosition(dossier), { x: left, y: below, width, size: 10.5 })
  const placed = write(doc, coordinates(last), {
    x: left,
    y: below,
    width,
    size: 17,
    weight: 600,
    link: `https://www.openstreetmap.org/?mlat=${last.latitude.toFixed(6)}&mlon=${last.longitude.toFixed(6)}#map=17/${last.latitude.toFixed(6)}/${last.longitude.toFixed(6)}`,
  })
  const at = new Date(last.recordedAt)
  const doubt = doubtOf(last)
  return drawFacts(
    doc,
    [
      ['WGS 84', degreesMinutesSeconds(last)],
      ['Genauigkeit', metres(last.accuracy)],
      ['Zeit', `${momentInBoth(at)}, ${ago(at, dossier.createdAt)} bei Erstellung`],
      ...(doubt === '' ? [] : [['Hinweis', doubt] as const]),
    ],
    { x: left, y: placed, width },
  )
}

function withoutPosition({ period }: DossierDocument): string {
  if (period === null)
    return 'Das Fahrzeug ist nicht als verdächtig oder gestohlen gemeldet. Positionen stehen erst ab dann in dieser Mappe.'
  return `Seit ${germanMoment(period.since)} Uhr hat das Ortungsgerät keine Position gemeldet, die noch gespeichert ist.`
}

function doubtOf({ flag }: Position): string {
  if (flag === 'MOCK') return 'angezweifelt: womöglich vorgetäuscht'
  return flag === 'LAST_KNOWN' ? 'angezweifelt: womöglich veraltet' : ''
}

const sketchPadding = 16
const leastSketchHeight = 90
const mostSketchHeight = 320

/** The track as lines, without a map, down to the foot of the page. */
export function drawSketch(doc: PDFKit.PDFDocument, { track }: DossierDocument, y: number): void {
  if (track.line.length === 0) return
  const top = drawHeading(doc, 'Skizze der Strecke (Norden ist oben, ohne Karte)', { x: left, y, width })
  const height = Math.min(mostSketchHeight, bottom - top)
  if (height < leastSketchHeight) return
  const inner = { width: width - 2 * sketchPadding, height: height - 2 * sketchPadding - 12 }
  const sketch = sketchOf(segmentsOf(track.line), inner)
  if (sketch === null) return
  doc.rect(left, top, width, height).lineWidth(0.8).fillAndStroke('#ffffff', page.line)
  doc.save().translate(left + sketchPadding, top + sketchPadding)
  drawLines(doc, sketch.lines)
  drawEnd(doc, sketch.first, 'Beginn', page.muted, inner.width)
  drawEnd(doc, sketch.last, 'Letzte Position', page.danger, inner.width)
  drawScale(doc, sketch.scale, inner.height + 14)
  doc.restore()
}

/** Where nothing is known of the time between, the line is dashed. */
function drawLines(doc: PDFKit.PDFDocument, lines: readonly (readonly SketchPoint[])[]): void {
  doc.lineWidth(1.6).lineJoin('round').strokeColor(page.brand)
  lines.forEach((line, index) => {
    const from = lines[index - 1]?.at(-1)
    if (from !== undefined) drawPath(doc.dash(2, { space: 3 }), [from, ...line.slice(0, 1)])
    drawPath(doc.undash(), line)
  })
}

function drawPath(doc: PDFKit.PDFDocument, [first, ...others]: readonly SketchPoint[]): void {
  if (first === undefined || others.length === 0) return
  doc.moveTo(first.x, first.y)
  for (const { x, y } of others) doc.lineTo(x, y)
  doc.stroke()
}

function drawEnd(doc: PDFKit.PDFDocument, { x, y }: SketchPoint, name: string, colour: string, within: number): void {
  doc.circle(x, y, 3.5).fill(colour)
  const nameWidth = 80
  const isRight = x > within - nameWidth
  const place = { y: y - 11, width: nameWidth, size: 8.5, weight: 600 as const, colour }
  write(doc, name, { ...place, x: isRight ? x - nameWidth - 6 : x + 6, align: isRight ? 'right' : 'left' })
}

function drawScale(doc: PDFKit.PDFDocument, scale: { metres: number; length: number }, y: number): void {
  doc.lineWidth(1).strokeColor('#16202a')
  doc
    .moveTo(0, y - 4)
    .lineTo(0, y)
    .lineTo(scale.length, y)
    .lineTo(scale.length, y - 4)
    .stroke()
  write(doc, distance(scale.metres), { x: scale.length + 6, y: y - 9, width: 80, size: 8.5 })
}

const columns = [
  { name: 'Deutsche Zeit', width: 128 },
  { name: 'UTC', width: 104 },
  { name: 'Breite, Länge (WGS 84)', width: 130 },
  { name: 'Genauigkeit', width: 74 },
  { name: 'Tempo', width: 75 },
] as const
const rowHeight = 15

/** The newest positions as a table over as many pages as it needs. */
export function drawPositions(doc: PDFKit.PDFDocument, { track, period }: DossierDocument, y: number): void {
  if (period === null || track.newest.length === 0) return
  const title = `Positionen seit ${germanMoment(period.since)} Uhr, die neueste zuerst`
  let below = drawHeading(doc, title, { x: left, y, width })
  below = write(doc, countOf(track.positions, track.newest.length), { x: left, y: below, width, size: 10 }) + 4
  below = drawRow(
    doc,
    columns.map(({ name }) => name),
    below,
    true,
  )
  for (const position of track.newest) {
    if (below + rowHeight > bottom) {
      doc.addPage()
      below = drawRow(
        doc,
        columns.map(({ name }) => name),
        page.margin,
        true,
      )
    }
    below = drawRow(doc, cellsOf(position), below, false)
  }
}

function countOf(positions: number, listed: number): string {
  const kept = `Positionen werden ${limits.tracking.retentionDays} Tage aufbewahrt.`
  if (positions <= listed) return `${positions.toLocaleString('de-DE')} Positionen. ${kept}`
  const more = (positions - listed).toLocaleString('de-DE')
  return `Die neuesten ${listed}; ${more} weitere stehen vollständig in der GPX-Datei, die der Halter unter „Positionstracking“ herunterladen kann. ${kept}`
}

function cellsOf(position: Position): string[] {
  const at = new Date(position.recordedAt)
  const speed = position.speed === undefined ? '' : `${Math.round(position.speed)} km/h`
  const doubt = position.flag === undefined ? '' : ' (angezweifelt)'
  return [germanMoment(at), utcTime(at), coordinates(position), metres(position.accuracy), `${speed}${doubt}`]
}

function drawRow(doc: PDFKit.PDFDocument, cells: readonly string[], y: number, head: boolean): number {
  if (head) doc.rect(left, y, width, rowHeight).fill(page.sunken)
  let x = left + 4
  cells.forEach((cell, index) => {
    const columnWidth = columns[index]?.width ?? 0
    write(doc, cell, { x, y: y + 2, width: columnWidth - 6, size: 9, ...(head && { weight: 600 as const }) })
    x += columnWidth
  })
  doc
    .moveTo(left, y + rowHeight)
    .lineTo(left + width, y + rowHeight)
    .lineWidth(0.4)
    .stroke(page.line)
  return y + rowHeight
}
