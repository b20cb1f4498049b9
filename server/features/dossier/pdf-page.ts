const margin = 42
/** A4 is 595.28 points wide. */
const width = 595.28 - 2 * margin

/** The measures (in points) and colours of the document's pages. */
export const page = {
  margin,
  left: margin,
  width,
  /** Where the footer begins. */
  bottom: 841.89 - 48,
  gap: 14,
  pictureHeight: 110,
  brand: '#1d4f91',
  muted: '#4c5966',
  line: '#c6ced6',
  danger: '#a3241b',
  sunken: '#f1f4f7',
}

/** Where something of this height goes: at `y`, or on a new page if it would reach into the footer. */
export function placeFor(doc: PDFKit.PDFDocument, y: number, height: number): number {
  if (y + height <= page.bottom) return y
  doc.addPage()
  return page.margin
}
