import type { Place } from '#contract/base/place.ts'
import type { Position } from '#contract/history/history.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { deletionSentence } from '#domain/dossier/dossier-words.ts'
import { segmentsOf } from '#domain/track/track.ts'
import { type SketchPoint, sketchOf } from '#domain/track/track-sketch.ts'
import type { DossierDocument } from './dossier-document.ts'
import {
  ago,
  coordinates,
  degreesMinutesSeconds,
  distance,
  germanMoment,
  metres,
  momentInBoth,
  momentOClock,
  utcTime,
} from './dossier-formats.ts'
import { drawFacts, drawHeading, type Fact, heightOfFacts, heightOfHeading } from './pdf-facts.ts'
import { page, placeFor } from './pdf-page.ts'
import type { TextStyle, Weight } from './pdf-lines.ts'
import { decorated, grouped, tagged } from './pdf-structure.ts'
import { heightOf, type TextPlace, write } from './pdf-text.ts'

const { left, width, bottom } = page

const lastPositionTitle = 'Letzte bekannte Position'

export function drawLastPosition(doc: PDFKit.PDFDocument, dossier: DossierDocument, y: number): number {
  const [last] = dossier.track.newest
  const lead =
    last === undefined
      ? { text: withoutPosition(dossier), width, size: 10.5 }
      : { text: coordinates(last), width, size: 15, weight: 600 as const, link: mapLink(last) }
  const { placeName } = dossier
  const name = placeName === null ? null : { text: placeName, width, size: 17, weight: 600 as const }
  const facts = last === undefined ? [] : positionFacts(last, dossier.createdAt)
  const height =
    heightOfHeading(doc, lastPositionTitle, width) +
    (name === null ? 0 : heightOf(doc, name.text, name)) +
    heightOf(doc, lead.text, lead) +
    heightOfFacts(doc, facts, width)
  const top = placeFor(doc, y, height)
  return grouped(doc, 'Sect', () => {
    const below = drawHeading(doc, lastPositionTitle, { x: left, y: top, width })
    const named = name === null ? below : write(doc, name.text, { ...name, x: left, y: below, leaf: 'P' })
    const leaf = last === undefined ? 'P' : 'Link'
    const placed = grouped(doc, 'P', () => write(doc, lead.text, { ...lead, x: left, y: named, leaf }))
    return drawFacts(doc, facts, { x: left, y: placed, width })
  })
}

function mapLink(place: Place): string {
  const [latitude, longitude] = [place.latitude.toFixed(6), place.longitude.toFixed(6)]
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

function positionFacts(position: Position, createdAt: Date): Fact[] {
  const at = new Date(position.recordedAt)
  const doubt = doubtOf(position)
  return [
    ['WGS 84', degreesMinutesSeconds(position)],
    ['Genauigkeit', metres(position.accuracy)],
    ['Zeit', `${momentInBoth(at)}, ${ago(at, createdAt)} bei Erstellung`],
    ...(doubt === '' ? [] : [['Hinweis', doubt] as const]),
  ]
}

function withoutPosition({ period }: DossierDocument): string {
  if (period === null)
    return 'Das Fahrzeug ist nicht als verdächtig oder gestohlen gemeldet. Positionen stehen erst ab dann in dieser Mappe.'
  return `Seit ${momentOClock(period.since)} hat das Ortungsgerät keine Position gemeldet, die noch gespeichert ist.`
}

function doubtOf({ flag }: Position): string {
  if (flag === 'MOCK') return 'angezweifelt: womöglich vorgetäuscht'
  return flag === 'LAST_KNOWN' ? 'angezweifelt: womöglich veraltet' : ''
}

const sketchPadding = 16
const leastSketchHeight = 90
const mostSketchHeight = 320

const sketchTitle = 'Skizze der Strecke (Norden ist oben, ohne Karte)'

/** The track as lines, without a map, down to the footer; on the next page if this one has no room. */
export function drawSketch(doc: PDFKit.PDFDocument, { track }: DossierDocument, y: number): number {
  if (track.line.length === 0) return y
  const start = placeFor(doc, y, heightOfHeading(doc, sketchTitle, width) + leastSketchHeight)
  const top = drawHeading(doc, sketchTitle, { x: left, y: start, width })
  const height = Math.min(mostSketchHeight, bottom - top)
  const inner = { width: width - 2 * sketchPadding, height: height - 2 * sketchPadding - 12 }
  const sketch = sketchOf(segmentsOf(track.line), inner)
  if (sketch === null) return top
  const draw = () => {
    doc.rect(left, top, width, height).lineWidth(0.8).fillAndStroke('#ffffff', page.line)
    doc.save().translate(left + sketchPadding, top + sketchPadding)
    drawLines(doc, sketch.lines)
    const [first, last] = [besideEnd(sketch.first, inner.width), besideEnd(sketch.last, inner.width)]
    drawEnd(doc, sketch.first, page.muted)
    if (isApart(first, last)) write(doc, 'Beginn', { ...first, colour: page.muted, leaf: 'part' })
    drawEnd(doc, sketch.last, page.danger)
    write(doc, 'Letzte Position', { ...last, colour: page.danger, leaf: 'part' })
    drawScale(doc, sketch.scale, inner.height + 14)
    doc.restore()
  }
  tagged(doc, 'Figure', draw, { alt: sketchInWords, bbox: [left, top, left + width, top + height] })
  return top + height
}

const sketchInWords =
  'Skizze der Strecke vom Beginn zur letzten Position, ohne Karte. Die Positionen stehen als Zahlen in der Tabelle.'

/** The line is dashed where nothing is known of the time in between. */
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

function drawEnd(doc: PDFKit.PDFDocument, { x, y }: SketchPoint, colour: string): void {
  doc.circle(x, y, 3.5).fill(colour)
}

const nameWidth = 64

/** Where the name of an end goes: to its right, or to its left at the right edge. */
function besideEnd({ x, y }: SketchPoint, within: number): TextPlace {
  const isRight = x + 6 + nameWidth > within
  return {
    x: isRight ? x - 6 - nameWidth : x + 6,
    y: y - 11,
    width: nameWidth,
    size: 8.5,
    weight: 600,
    align: isRight ? 'right' : 'left',
  }
}

function isApart(one: TextPlace, other: TextPlace): boolean {
  return Math.abs(one.x - other.x) > nameWidth || Math.abs(one.y - other.y) > 12
}

function drawScale(doc: PDFKit.PDFDocument, scale: { metres: number; length: number }, y: number): void {
  doc.lineWidth(1).strokeColor('#16202a')
  doc
    .moveTo(0, y - 4)
    .lineTo(0, y)
    .lineTo(scale.length, y)
    .lineTo(scale.length, y - 4)
    .stroke()
  write(doc, distance(scale.metres), { x: scale.length + 6, y: y - 9, width: 80, size: 8.5, leaf: 'part' })
}

const columns = [
  { name: 'Deutsche Zeit', width: 100 },
  { name: 'UTC', width: 100 },
  { name: 'Breite, Länge (WGS 84)', width: 118 },
  { name: 'Genauigkeit', width: 72 },
  { name: 'Tempo', width: 56 },
  { name: 'Hinweis', width: 65 },
] as const
const columnNames: Row = { cells: columns.map(({ name }) => name), weight: 600 }

/** Both ask to be named where their names are read. */
const sourceOfName = 'Der Name des letzten Orts ist von GeoNames (CC BY 4.0) und © OpenStreetMap-Mitwirkenden.'

/** The newest positions as a table, on as many pages as it needs. */
export function drawPositions(doc: PDFKit.PDFDocument, { track, period, placeName }: DossierDocument, y: number): void {
  const [oldest] = track.line
  if (period === null || oldest === undefined) return
  const title = `Positionen seit ${momentOClock(period.since)}, die neueste zuerst`
  const count = {
    text: `${countOf(track.positions, track.newest.length)} ${keptFor(oldest)}${placeName === null ? '' : ` ${sourceOfName}`}`,
    width,
    size: 10,
  }
  const headHeight = heightOfHeading(doc, title, width) + heightOf(doc, count.text, count) + 4
  const top = placeFor(doc, y, headHeight + 2 * heightOfRow(doc, columnNames))
  let below = drawHeading(doc, title, { x: left, y: top, width })
  below = write(doc, count.text, { ...count, x: left, y: below }) + 4
  grouped(doc, 'Table', () => {
    below = drawRow(doc, columnNames, below, 'TH')
    for (const position of track.newest) {
      const row: Row = { cells: cellsOf(position), weight: 400 }
      const place = placeFor(doc, below, heightOfRow(doc, row))
      below = drawRow(doc, row, place < below ? drawNamesAgain(doc, place) : place, 'TD')
    }
  })
}

/** On a further page of the table the names of its columns are there for the eye only. */
function drawNamesAgain(doc: PDFKit.PDFDocument, y: number): number {
  const below = y + heightOfRow(doc, columnNames)
  const draw = () => {
    drawGround(doc, y, below)
    drawCells(doc, columnNames, y, 'part')
  }
  decorated(doc, draw, 'Pagination')
  drawRule(doc, below)
  return below
}

function countOf(positions: number, listed: number): string {
  if (positions === 1) return '1 Position.'
  const all = positions.toLocaleString('de-DE')
  if (positions <= listed) return `${all} Positionen.`
  return `Die neuesten ${listed} von ${all} Positionen; alle stehen in der GPX-Datei, die der Halter unter „Positionstracking“ herunterladen kann.`
}

function keptFor(oldest: Position): string {
  return `Aufbewahrt werden sie ${trackingLimits.retentionDays} Tage: ${deletionSentence(oldest.recordedAt)}`
}

function cellsOf(position: Position): string[] {
  const at = new Date(position.recordedAt)
  const speed = position.speed === undefined ? '' : `${Math.round(position.speed)} km/h`
  const doubt = position.flag === undefined ? '' : 'angezweifelt'
  return [germanMoment(at), utcTime(at), coordinates(position), metres(position.accuracy), speed, doubt]
}

interface Row {
  cells: readonly string[]
  /** Column names are bold. */
  weight: Weight
}

const cellPadding = { x: 4, y: 1.5 }

function drawRow(doc: PDFKit.PDFDocument, row: Row, y: number, leaf: 'TH' | 'TD'): number {
  const below = y + heightOfRow(doc, row)
  if (row === columnNames) decorated(doc, () => drawGround(doc, y, below))
  grouped(doc, 'TR', () => drawCells(doc, row, y, leaf))
  drawRule(doc, below)
  return below
}

function drawCells(doc: PDFKit.PDFDocument, row: Row, y: number, leaf: 'TH' | 'TD' | 'part'): void {
  let x = left + cellPadding.x
  row.cells.forEach((cell, index) => {
    write(doc, cell, { ...cellStyle(row, index), x, y: y + cellPadding.y, leaf })
    x += columns[index]?.width ?? 0
  })
}

function drawGround(doc: PDFKit.PDFDocument, y: number, below: number): void {
  doc.rect(left, y, width, below - y).fill(page.sunken)
}

function drawRule(doc: PDFKit.PDFDocument, y: number): void {
  decorated(doc, () =>
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.4)
      .stroke(page.line),
  )
}

function heightOfRow(doc: PDFKit.PDFDocument, row: Row): number {
  const heights = row.cells.map((cell, index) => heightOf(doc, cell, cellStyle(row, index)))
  return Math.max(...heights) + 2 * cellPadding.y
}

function cellStyle({ weight }: Row, index: number): TextStyle {
  return { width: (columns[index]?.width ?? 0) - 6, size: 9, weight }
}
