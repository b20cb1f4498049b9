export type Weight = 400 | 600

/** How a text is set that wraps within a width. */
export interface TextStyle {
  width: number
  size: number
  weight?: Weight
}

/** Consecutive letters that are in the same font file. */
export interface Run {
  alphabet: 'latin' | 'latin-ext'
  text: string
  width: number
}

/** The lines of a text, as they are measured and drawn. */
export function linesOf(doc: PDFKit.PDFDocument, text: string, style: TextStyle): Run[][] {
  const measured = (line: string) => runsOf(line).map((run) => measure(doc, run, style))
  const fits = (line: string) => widthOf(measured(line.trimEnd())) <= style.width
  return wrapped(lettersOf(text), fits).map(measured)
}

export function widthOf(line: readonly Run[]): number {
  return line.reduce((sum, { width }) => sum + width, 0)
}

function measure(doc: PDFKit.PDFDocument, run: Omit<Run, 'width'>, { size, weight = 400 }: TextStyle): Run {
  return { ...run, width: doc.font(`${run.alphabet}-${weight}`).fontSize(size).widthOfString(run.text) }
}

const wordEnds = /(?<= |\p{L}-)/u

/** Breaks between words; within a word only if it is longer than a line. */
function wrapped(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(wordEnds)) {
    if (fits(line + word)) {
      line += word
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}

const inLatin =
  /^[\u{20}-\u{7E}\u{A0}-\u{FF}\u{131}\u{152}\u{153}\u{2013}\u{2014}\u{2018}-\u{201E}\u{2022}\u{2026}\u{20AC}]$/u
const inLatinExtended = /^[\u{100}-\u{130}\u{132}-\u{151}\u{154}-\u{17E}\u{218}-\u{21B}\u{1E9E}]$/u

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' })

/**
 * What a reader sees as one letter becomes one letter of the font: `ü`, even if it came as a `u` and its two dots. A
 * question mark if the font has none.
 */
export function lettersOf(text: string): string {
  return Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) =>
    inLatin.test(segment) || inLatinExtended.test(segment) ? segment : '?',
  ).join('')
}

/** Cuts letters of the font into pieces of one alphabet each. */
function runsOf(letters: string): Omit<Run, 'width'>[] {
  const runs: Omit<Run, 'width'>[] = []
  for (const letter of letters) {
    const alphabet = inLatinExtended.test(letter) ? 'latin-ext' : 'latin'
    const last = runs.at(-1)
    if (last?.alphabet === alphabet) last.text += letter
    else runs.push({ alphabet, text: letter })
  }
  return runs
}
