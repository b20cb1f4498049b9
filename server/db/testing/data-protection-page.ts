import { browserRecords } from '#contract/base/browser-storage.ts'
import { dataGroups } from '#server/db/schema/data-records.ts'
import type { Register } from '#server/db/schema/register.ts'
import { commentOf } from '#server/db/schema/table-comments.ts'
import { registers } from '#server/registers.ts'

type Comments = ReadonlyMap<string, string | null>

const begin = '<!-- made from the comments on the tables: begin -->'
const end = '<!-- made from the comments on the tables: end -->'

/**
 * docs/data-protection.md with its middle generated; the frame around it is written by hand.
 * @param comments on the tables, as the database has them.
 * @throws if the page has lost the marks between which its middle is.
 */
export function dataProtectionPage(present: string, comments: Comments): string {
  const [head, rest] = present.split(begin)
  const [, tail] = rest?.split(end) ?? []
  if (head === undefined || tail === undefined) throw new Error('docs/data-protection.md has lost its marks')
  return `${head}${begin}\n\n${middle(comments)}\n\n${end}${tail}`
}

function middle(comments: Comments): string {
  const groups = Object.entries(dataGroups).flatMap(([group, title]) => [
    `### ${title}`,
    ...registers.filter(({ about }) => about?.group === group).map((one) => section(one, comments)),
  ])
  const others = registers
    .flatMap(({ tables }) =>
      Object.entries(tables).filter(([, { impersonal, isView }]) => impersonal !== null && !isView),
    )
    .map(([table]) => `- \`${table}\`: ${comments.get(table)?.replace(/^[^:]*: /, '') ?? ''}`)
  const inBrowser = browserRecords.map(
    ({ keys, storage, what, purpose, kept }) => `- ${code(keys)} (${storage}): ${what}, ${purpose}; ${kept}.`,
  )
  return [
    ...groups,
    '### Im Browser (§ 25 Abs. 2 Nr. 2 TDDDG)',
    inBrowser.join('\n'),
    '### Tabellen ohne personenbezogene Daten',
    others.toSorted().join('\n'),
  ].join('\n\n')
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function section({ about, tables }: Register, comments: Comments): string {
  const personal = Object.keys(tables).filter((name) => tables[name]?.impersonal === null)
  const comment = about === null ? null : about.place === undefined ? comments.get(personal[0] ?? '') : commentOf(about)
  const [title, ...lines] = (comment ?? 'Ohne Kommentar').split('\n')
  const where = about?.place ?? code(personal)
  return [`#### ${title}`, '', ...[...lines, `Wo: ${where}`].map((line) => `- ${line}`)].join('\n')
}
