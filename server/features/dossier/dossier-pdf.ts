import { once } from 'node:events'
import PdfDocument from 'pdfkit'
import { stateOf } from '#domain/dossier.ts'
import { reportSteps, safetyAdvice, safetyTitle, stateNames } from '#domain/dossier-words.ts'
import type { DossierDocument } from './dossier-document.ts'
import { germanMoment, momentInBoth } from './dossier-formats.ts'
import { caseFacts, drawFacts, drawHeading, stateFacts, vehicleFacts } from './pdf-facts.ts'
import { drawLastPosition, drawPositions, drawSketch } from './pdf-positions.ts'
import { page } from './pdf-page.ts'
import { embedFonts, heightOf, write } from './pdf-text.ts'

/**
 * Draws the document for the police: A4, the first page by itself enough to search for the vehicle. Takes a tenth of a
 * second and more: for a thread of its own.
 */
export async function drawDossier(dossier: DossierDocument): Promise<Uint8Array> {
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: 0 },
    bufferPages: true,
    lang: 'de-DE',
    displayTitle: true,
    info: {
      Title: titleOf(dossier),
      Author: 'Wegwarte',
      Subject: 'Unterlagen für eine Anzeige bei der Polizei',
      CreationDate: dossier.createdAt,
      ModDate: dossier.createdAt,
    },
  })
  const bytes = collect(doc)
  embedFonts(doc)
  drawFirstPage(doc, dossier)
  drawFurtherPages(doc, dossier)
  drawFeet(doc, dossier)
  doc.end()
  return bytes
}

async function collect(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => void pieces.push(piece))
  await once(doc, 'end')
  return Buffer.concat(pieces)
}

const titles = {
  PARKED: 'Anzeige-Mappe',
  SUSPICIOUS: 'Anzeige-Mappe: Verdacht auf Fahrzeugdiebstahl',
  STOLEN: 'Anzeige-Mappe: Fahrzeugdiebstahl',
  RECOVERED: 'Anzeige-Mappe: Fahrzeug wiedergefunden',
}

function titleOf({ changes }: DossierDocument): string {
  return titles[stateOf(changes)]
}

function drawFirstPage(doc: PDFKit.PDFDocument, dossier: DossierDocument): void {
  const { left, width, gap } = page
  let y = drawHead(doc, dossier)
  y = drawSafety(doc, y) + gap
  const half = (width - gap) / 2
  const vehicle = drawHeading(doc, 'Fahrzeug', { x: left, y, width: half })
  const vehicleEnd = drawFacts(doc, vehicleFacts(dossier), { x: left, y: vehicle, width: half })
  const pictureEnd = drawPicture(doc, dossier, { x: left, y: vehicleEnd + 4, width: half })
  const report = drawHeading(doc, 'Anzeige und letzte Sichtung', { x: left + half + gap, y, width: half })
  const reportEnd = drawFacts(doc, caseFacts(dossier), { x: left + half + gap, y: report, width: half })
  y = Math.max(pictureEnd, reportEnd) + gap
  y = drawHeading(doc, `Zustand: ${stateNames[stateOf(dossier.changes)]}`, { x: left, y, width })
  y = drawFacts(doc, stateFacts(dossier), { x: left, y, width }) + gap
  y = drawLastPosition(doc, dossier, y) + gap
  drawSketch(doc, dossier, y)
}

function drawHead(doc: PDFKit.PDFDocument, dossier: DossierDocument): number {
  const { left, width, margin } = page
  const made = dossier.demo ? 'Beispieldaten, nicht echt' : `Erstellt am ${momentInBoth(dossier.createdAt)}`
  doc.rect(0, 0, doc.page.width, 8).fill(page.brand)
  let y = write(doc, 'Wegwarte', {
    x: left,
    y: margin - 12,
    width: width / 3,
    size: 10,
    weight: 600,
    colour: page.brand,
  })
  write(doc, made, {
    x: left + width / 3,
    y: margin - 12,
    width: (width * 2) / 3,
    size: 9,
    align: 'right',
    colour: page.muted,
  })
  y = write(doc, titleOf(dossier), { x: left, y: y + 6, width, size: 20, weight: 600 })
  return write(doc, dossier.deviceName, { x: left, y, width, size: 12, colour: page.muted }) + 8
}

function drawSafety(doc: PDFKit.PDFDocument, y: number): number {
  const { left, width } = page
  const inner = { x: left + 12, width: width - 24 }
  const title = { ...inner, size: 11.5, weight: 600 as const, colour: page.danger }
  const advice = { ...inner, size: 10 }
  const height = heightOf(doc, safetyTitle, title) + heightOf(doc, safetyAdvice, advice) + 14
  doc.roundedRect(left, y, width, height, 4).fillAndStroke('#fdf0ee', page.danger)
  write(doc, safetyAdvice, { ...advice, y: write(doc, safetyTitle, { ...title, y: y + 7 }) })
  return y + height
}

function drawPicture(
  doc: PDFKit.PDFDocument,
  { picture }: DossierDocument,
  at: { x: number; y: number; width: number },
) {
  if (picture === null) return at.y
  const height = page.pictureHeight
  doc.image(Buffer.from(picture), at.x, at.y, { fit: [at.width, height] })
  return at.y + height
}

function drawFurtherPages(doc: PDFKit.PDFDocument, dossier: DossierDocument): void {
  const { left, width, margin, gap } = page
  doc.addPage()
  let y = drawHeading(doc, 'Was Sie der Polizei sagen', { x: left, y: margin, width })
  reportSteps.forEach((step, index) => {
    write(doc, `${index + 1}.`, { x: left, y, width: 16, size: 10, weight: 600 })
    y = write(doc, step, { x: left + 16, y, width: width - 16, size: 10 }) + 3
  })
  drawPositions(doc, dossier, y + gap)
}

function drawFeet(doc: PDFKit.PDFDocument, { createdAt, deviceName }: DossierDocument): void {
  const { left, width } = page
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    const foot = { y: doc.page.height - 34, size: 8.5, colour: page.muted }
    const words = `Wegwarte, Anzeige-Mappe „${deviceName.slice(0, 40)}“, erstellt am ${germanMoment(createdAt)} Uhr`
    write(doc, words, { ...foot, x: left, width: width - 80 })
    write(doc, `Seite ${index - start + 1} von ${count}`, { ...foot, x: left + width - 80, width: 80, align: 'right' })
  }
}
