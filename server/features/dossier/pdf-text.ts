import { fileURLToPath } from 'node:url'

export type Weight = 400 | 600

export interface TextPlace {
  x: number
  y: number
  width: number
  size: number
  weight?: Weight
  colour?: string
  align?: 'left' | 'right'
  /** Leads there when it is clicked. */
  link?: string
}

export const lineGap = 1.5

/** The fonts of the product (OFL 1.1), embedded; a family comes in two files, one for each alphabet. */
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

/** Writes a text that wraps in its width, whichever of the two alphabets it needs. Gives where it ends below. */
export function write(doc: PDFKit.PDFDocument, text: string, place: TextPlace): number {
  const { x, y, width, size, weight = 400, colour = '#16202a', align = 'left', link } = place
  doc.fontSize(size).fillColor(colour)
  const height = heightOf(doc, text, place)
  const runs = runsOf(text)
  runs.forEach(({ alphabet, text: run }, index) => {
    const options = { width, align, lineGap, continued: index < runs.length - 1, ...(link !== undefined && { link }) }
    doc.font(`${alphabet}-${weight}`)
    if (index === 0) doc.text(run, x, y, options)
    else doc.text(run, options)
  })
  return y + height
}

/** How high a text will be. */
export function heightOf(doc: PDFKit.PDFDocument, text: string, place: Pick<TextPlace, 'width' | 'size' | 'weight'>) {
  doc.font(`latin-${place.weight ?? 400}`).fontSize(place.size)
  return doc.heightOfString(text === '' ? ' ' : text, { width: place.width, lineGap })
}

interface Run {
  alphabet: 'latin' | 'latin-ext'
  text: string
}

const inLatin =
  /[\u{20}-\u{7E}\u{A0}-\u{FF}\u{131}\u{152}\u{153}\u{2013}\u{2014}\u{2018}-\u{201E}\u{2022}\u{2026}\u{20AC}]/u
const inLatinExtended = /[\u{100}-\u{130}\u{132}-\u{151}\u{154}-\u{17E}\u{218}-\u{21B}\u{1E9E}]/u

/** Cuts a text into pieces of one alphabet; a character that neither has is a question mark. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const alphabet = inLatinExtended.test(character) ? 'latin-ext' : 'latin'
    const written = alphabet === 'latin-ext' || inLatin.test(character) ? character : '?'
    const last = runs.at(-1)
    if (last?.alphabet === alphabet) last.text += written
    else runs.push({ alphabet, text: written })
  }
  return runs.length === 0 ? [{ alphabet: 'latin', text: ' ' }] : runs
}
