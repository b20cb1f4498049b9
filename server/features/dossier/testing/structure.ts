import { getDocumentProxy } from 'unpdf'
import * as z from 'zod'

interface StructureNode {
  role: string
  alt?: string | undefined
  children: (StructureNode | { type: string; id: string })[]
}

const node: z.ZodType<StructureNode> = z.lazy(() =>
  z.object({
    role: z.string(),
    alt: z.string().optional(),
    children: z.array(z.union([node, z.object({ type: z.string(), id: z.string() })])),
  }),
)

/** Decoration has no id, whatever the package's types say. */
const begin = z.object({ id: z.string().nullish() })

/** The parts of each page's structure in reading order, each with its depth, its role and its words. */
export async function structureOf(bytes: Uint8Array): Promise<string[][]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1)
      const { words } = wordsOf((await page.getTextContent({ includeMarkedContent: true })).items)
      return linesOf(node.parse(await page.getStructTree()), words, 0)
    }),
  )
}

/** The words on any page that are neither in the structure nor marked as decoration. */
export async function untaggedWords(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
  const contents = await Promise.all(pages.map((page) => page.getTextContent({ includeMarkedContent: true })))
  return contents.flatMap(({ items }) => wordsOf(items).untagged)
}

type Items = Awaited<
  ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>['getTextContent']>
>['items']

function wordsOf(items: Items) {
  const words = new Map<string, string>()
  const untagged: string[] = []
  const open: string[] = []
  for (const item of items) {
    if ('str' in item) {
      const id = open.at(-1)
      if (id !== undefined) words.set(id, `${words.get(id) ?? ''}${item.str}`)
      else if (item.str.trim() !== '') untagged.push(item.str)
    } else if (item.type.startsWith('begin')) {
      open.push(begin.parse(item).id ?? 'decoration')
    } else open.pop()
  }
  return { words, untagged }
}

function linesOf({ role, alt, children }: StructureNode, words: ReadonlyMap<string, string>, depth: number): string[] {
  const text = children.map((child) => ('id' in child ? (words.get(child.id) ?? '') : '')).join('')
  const said = [role, alt === undefined ? null : `(${alt})`, text.trim() || null].filter((part) => part !== null)
  const below = children.flatMap((child) => ('role' in child ? linesOf(child, words, depth + 1) : []))
  return [`${' '.repeat(depth)}${said.join(' ')}`, ...below]
}
