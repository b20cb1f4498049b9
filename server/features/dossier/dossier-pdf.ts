import { once } from 'node:events'
import { cut } from '#contract/base/text.ts'
import PdfDocument from 'pdfkit'
import { stateOf } from '#domain/dossier/dossier.ts'
import { reportSteps, safetyAdvice, safetyTitle } from '#domain/dossier/dossier-words.ts'
import type { DossierDocument } from './dossier-document.ts'
import { momentInBoth, momentOClock } from './dossier-formats.ts'
import {
  type Column,
  drawHeading,
  drawSection,
  heightOfHeading,
  heightOfSection,
  ownerSection,
  reportSection,
  type Section,
  stateSection,
  vehicleSection,
} from './pdf-facts.ts'
import { drawLastPosition, drawPositions, drawSketch } from './pdf-positions.ts'
import { page, placeFor } from './pdf-page.ts'
import { lettersOf } from './pdf-lines.ts'
import { decorated, grouped, tagged } from './pdf-structure.ts'
import { embedFonts, heightOf, write } from './pdf-text.ts'

/**
 * Draws the document for the police: A4, the first page alone is enough to search for the vehicle. It takes a tenth of a
 * second or more, so it runs in a thread of its own.
 */
export async function drawDossier(dossier: DossierDocument): Promise<Uint8Array> {
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
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
  grouped(doc, 'Document', () => drawFurtherPages(doc, dossier, drawFirstPage(doc, dossier)))
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

function drawFirstPage(doc: PDFKit.PDFDocument, dossier: DossierDocument): number {
  const { left, width, gap } = page
  let y = drawHead(doc, dossier)
  y = drawSafety(doc, y) + gap
  const report = reportSection(dossier)
  const owner = ownerSection(dossier)
  const reportAndOwner = owner === null ? [report] : [report, owner]
  const isOwnerBeside = fitsBeside(doc, dossier, reportAndOwner, y)
  y = drawVehicleAnd(doc, dossier, isOwnerBeside ? reportAndOwner : [report], y) + gap
  y = drawSection(doc, stateSection(dossier), { x: left, y, width }) + gap
  y = drawLastPosition(doc, dossier, y) + gap
  if (owner !== null && !isOwnerBeside) y = drawSection(doc, owner, { x: left, y, width }) + gap
  return drawSketch(doc, dossier, y)
}

/** The most space that state and last position need. */
const belowColumnsHeight = 230
const columnWidth = (page.width - page.gap) / 2

/** Whether the last position still fits on the page below the vehicle with these sections beside it. */
function fitsBeside(
  doc: PDFKit.PDFDocument,
  dossier: DossierDocument,
  sections: readonly Section[],
  y: number,
): boolean {
  return y + heightBeside(doc, dossier, sections) + belowColumnsHeight <= page.bottom
}

function heightBeside(doc: PDFKit.PDFDocument, dossier: DossierDocument, sections: readonly Section[]): number {
  const heights = sections.map((section) => heightOfSection(doc, section, columnWidth))
  const sectionsHeight = heights.reduce((sum, height) => sum + page.gap + height)
  return Math.max(heightOfVehicle(doc, dossier, columnWidth), sectionsHeight)
}

/** Side by side if they fit; long texts need fewer lines one below the other. */
function drawVehicleAnd(
  doc: PDFKit.PDFDocument,
  dossier: DossierDocument,
  sections: readonly Section[],
  y: number,
): number {
  const { left, width, gap } = page
  if (!fitsBeside(doc, dossier, sections, y)) {
    const vehicleEnd = drawVehicle(doc, dossier, { x: left, y, width })
    return drawSections(doc, sections, { x: left, y: vehicleEnd + gap, width })
  }
  drawVehicle(doc, dossier, { x: left, y, width: columnWidth })
  drawSections(doc, sections, { x: left + columnWidth + gap, y, width: columnWidth })
  return y + heightBeside(doc, dossier, sections)
}

/** One below the other. */
function drawSections(doc: PDFKit.PDFDocument, sections: readonly Section[], { x, y, width }: Column): number {
  return sections.reduce((top, section) => drawSection(doc, section, { x, y: top, width }) + page.gap, y) - page.gap
}

const abovePicture = 4

function drawVehicle(doc: PDFKit.PDFDocument, dossier: DossierDocument, column: Column): number {
  const below = drawSection(doc, vehicleSection(dossier), column)
  if (dossier.picture === null) return below
  const top = placeFor(doc, below + abovePicture, page.pictureHeight)
  const picture = Buffer.from(dossier.picture)
  tagged(doc, 'Figure', () => doc.image(picture, column.x, top, { fit: [column.width, page.pictureHeight] }), {
    alt: 'Foto des Fahrzeugs',
    bbox: [column.x, top, column.x + column.width, top + page.pictureHeight],
  })
  return top + page.pictureHeight
}

function heightOfVehicle(doc: PDFKit.PDFDocument, dossier: DossierDocument, width: number): number {
  const pictureHeight = dossier.picture === null ? 0 : abovePicture + page.pictureHeight
  return heightOfSection(doc, vehicleSection(dossier), width) + pictureHeight
}

function drawHead(doc: PDFKit.PDFDocument, dossier: DossierDocument): number {
  const { left, width, margin } = page
  const made = dossier.demo ? 'Beispieldaten, nicht echt' : `Erstellt am ${momentInBoth(dossier.createdAt)}`
  decorated(doc, () => doc.rect(0, 0, doc.page.width, 8).fill(page.brand))
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
  y = write(doc, titleOf(dossier), { x: left, y: y + 6, width, size: 20, weight: 600, leaf: 'H1' })
  return write(doc, dossier.deviceName, { x: left, y, width, size: 12, colour: page.muted }) + 8
}

function drawSafety(doc: PDFKit.PDFDocument, y: number): number {
  const { left, width } = page
  const inner = { x: left + 12, width: width - 24 }
  const title = { ...inner, size: 11.5, weight: 600 as const, colour: page.danger }
  const advice = { ...inner, size: 10 }
  const height = heightOf(doc, safetyTitle, title) + heightOf(doc, safetyAdvice, advice) + 14
  decorated(doc, () => doc.roundedRect(left, y, width, height, 4).fillAndStroke('#fdf0ee', page.danger))
  write(doc, safetyAdvice, { ...advice, y: write(doc, safetyTitle, { ...title, y: y + 7 }) })
  return y + height
}

/** @param firstEnd where the first page ends; what did not fit is already on the second. */
function drawFurtherPages(doc: PDFKit.PDFDocument, dossier: DossierDocument, firstEnd: number): void {
  const { left, width, gap } = page
  const isRunOver = doc.bufferedPageRange().count > 1
  let y = placeFor(doc, firstEnd + gap, isRunOver ? stepsHeight(doc) : Infinity)
  y = drawHeading(doc, stepsTitle, { x: left, y, width })
  grouped(doc, 'L', () =>
    reportSteps.forEach((step, index) => {
      y = grouped(doc, 'LI', () => {
        const label = { x: left, y, width: stepIndent, size: stepStyle.size, weight: 600 } as const
        write(doc, `${index + 1}.`, { ...label, leaf: 'Lbl' })
        return write(doc, step, { x: left + stepIndent, y, ...stepStyle, leaf: 'LBody' }) + stepGap
      })
    }),
  )
  drawPositions(doc, dossier, y + gap)
}

const stepsTitle = 'So erstatten Sie Anzeige'
const stepIndent = 16
const stepGap = 3
const stepStyle = { width: page.width - stepIndent, size: 10 }

function stepsHeight(doc: PDFKit.PDFDocument): number {
  return reportSteps.reduce(
    (sum, step) => sum + heightOf(doc, step, stepStyle) + stepGap,
    heightOfHeading(doc, stepsTitle, page.width),
  )
}

const footMargin = 22

function drawFeet(doc: PDFKit.PDFDocument, { createdAt, deviceName }: DossierDocument): void {
  const { left, width } = page
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    const words = `Wegwarte, Anzeige-Mappe „${cut(lettersOf(deviceName), 40)}“, erstellt am ${momentOClock(createdAt)}`
    const style = { width: width - 80, size: 8.5 }
    const foot = { y: doc.page.height - footMargin - heightOf(doc, words, style), size: style.size, colour: page.muted }
    const pageNumber = `Seite ${index - start + 1} von ${count}`
    const draw = () => {
      write(doc, words, { ...foot, x: left, width: style.width, leaf: 'part' })
      write(doc, pageNumber, { ...foot, x: left + width - 80, width: 80, align: 'right', leaf: 'part' })
    }
    decorated(doc, draw, 'Pagination')
  }
}
