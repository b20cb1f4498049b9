import { getDocumentProxy } from 'unpdf'
import * as z from 'zod'

/** A text and its place on the page, in points from the left and the lower edge. */
export interface PrintedItem {
  text: string
  left: number
  right: number
  baseline: number
  size: number
}

const item = z.object({
  str: z.string(),
  width: z.number(),
  height: z.number(),
  transform: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
})

/** The texts on each page of a PDF. */
export async function printedItems(bytes: Uint8Array): Promise<PrintedItem[][]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent()
      return items
        .filter((found) => 'str' in found && found.str.trim() !== '')
        .map((found) => {
          const { str, width, height, transform } = item.parse(found)
          return { text: str, left: transform[4], right: transform[4] + width, baseline: transform[5], size: height }
        })
    }),
  )
}

/** The pairs of texts that overlap, wholly or in part. */
export function overprinted(items: readonly PrintedItem[]): string[] {
  return items.flatMap((one, index) =>
    items
      .slice(index + 1)
      .filter((other) => doOverlap(one, other))
      .map((other) => `${one.text} / ${other.text}`),
  )
}

/** Half a point sideways, and a tenth of a line vertically, counts as apart. */
function doOverlap(one: PrintedItem, other: PrintedItem): boolean {
  const isBeside = one.right - 0.5 <= other.left || other.right - 0.5 <= one.left
  return !isBeside && Math.abs(one.baseline - other.baseline) < 0.9 * Math.min(one.size, other.size)
}
