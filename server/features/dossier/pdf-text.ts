import { fileURLToPath } from 'node:url'
import { type Leaf, tagged } from './pdf-structure.ts'
import { linesOf, type Run, type TextStyle, widthOf } from './pdf-lines.ts'

export interface TextPlace extends TextStyle {
  x: number
  y: number
  colour?: string
  align?: 'left' | 'right'
  /** The address that a click opens. */
  link?: string
  /** What it is in the document's structure: a paragraph unless said; `part`: of what is being drawn. */
  leaf?: Leaf | 'part'
}

const lineGap = 1.5

/** The product's fonts (OFL 1.1), embedded. A family has two files, one for each alphabet. */
export function embedFonts(doc: PDFKit.PDFDocument): void {
  for (const weight of [400, 600] as const)
    for (const alphabet of ['latin', 'latin-ext'] as const) {
      const file = `barlow-semi-condensed-${alphabet}-${weight}-normal.woff`
      doc.registerFont(
        `${alphabet}-${weight}`,
        fileURLToPath(import.meta.resolve(`@fontsource/barlow-semi-condensed/files/${file}`)),
      )
    }
}

/** Writes a text that wraps within its width, in whichever of the two alphabets it needs. Returns where it ends below. */
export function write(doc: PDFKit.PDFDocument, text: string, place: TextPlace): number {
  const { y, leaf = 'P' } = place
  const lineHeight = lineHeightOf(doc, place)
  const lines = linesOf(doc, text, place)
  const draw = () => {
    for (const [index, line] of lines.entries()) writeLine(doc, line, { ...place, y: y + index * lineHeight })
  }
  if (leaf === 'part') draw()
  else tagged(doc, leaf, draw)
  return y + lines.length * lineHeight
}

function writeLine(doc: PDFKit.PDFDocument, line: readonly Run[], place: TextPlace): void {
  const { y, width, size, weight = 400, colour = '#16202a', align = 'left', link } = place
  let x = align === 'left' ? place.x : place.x + width - widthOf(line)
  doc.fontSize(size).fillColor(colour)
  for (const run of line) {
    // The lines are already broken: nothing may wrap them again or start a page.
    const options = { lineBreak: false, ...(link !== undefined && { link }) }
    doc.font(`${run.alphabet}-${weight}`).text(run.text, x, y, options)
    x += run.width
  }
}

/** The height of a text. */
export function heightOf(doc: PDFKit.PDFDocument, text: string, style: TextStyle): number {
  return linesOf(doc, text, style).length * lineHeightOf(doc, style)
}

function lineHeightOf(doc: PDFKit.PDFDocument, { size, weight = 400 }: TextStyle): number {
  return doc.font(`latin-${weight}`).fontSize(size).currentLineHeight(true) + lineGap
}
