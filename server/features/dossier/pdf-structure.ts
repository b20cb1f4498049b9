/*
 * What a screen reader goes by: a tree of headings, paragraphs, lists and tables over what is drawn (tagged PDF, ISO 32000-1,
 * 14.8). Everything drawn is in one leaf of the tree, or is decoration that is not read out.
 */

declare global {
  namespace PDFKit.Mixins {
    // The package knows them, its types do not.
    interface StructureElementOptions {
      bbox?: [left: number, top: number, right: number, bottom: number]
      scope?: 'Column'
    }
  }
}

/** What contains other parts. */
type Group = 'Document' | 'Sect' | 'P' | 'L' | 'LI' | 'Table' | 'TR'
/** What is drawn. */
export type Leaf = 'H1' | 'H2' | 'P' | 'Lbl' | 'LBody' | 'TH' | 'TD' | 'Link' | 'Figure'

/** The groups that are open in a document, the innermost last. */
const openGroups = new WeakMap<PDFKit.PDFDocument, PDFKit.PDFStructureElement[]>()

/** Draws what belongs together. */
export function grouped<Result>(doc: PDFKit.PDFDocument, group: Group, draw: () => Result): Result {
  const open = openGroups.get(doc) ?? []
  const element = doc.struct(group)
  const parent = open.at(-1)
  if (parent === undefined) doc.addStructure(element)
  else parent.add(element)
  openGroups.set(doc, [...open, element])
  const result = draw()
  openGroups.set(doc, open)
  element.end()
  return result
}

/** Draws one part of the innermost group, all of it on one page. */
export function tagged(
  doc: PDFKit.PDFDocument,
  leaf: Leaf,
  draw: () => void,
  options: PDFKit.Mixins.StructureElementOptions = {},
): void {
  const parent = openGroups.get(doc)?.at(-1)
  if (parent === undefined) throw new RangeError('Something is drawn outside of the document.')
  const element = doc.struct(leaf, leaf === 'TH' ? { ...options, scope: 'Column' } : options)
  parent.add(element)
  // The element is part of the document already, so this draws at once.
  element.add(draw)
  element.end()
}

/** Draws what is not read out: lines and grounds, and what each page repeats. */
export function decorated(doc: PDFKit.PDFDocument, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}
