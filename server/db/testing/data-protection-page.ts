import { browserRecords } from '#contract/browser-storage.ts'
import { type DataRecord, dataGroups, dataRecords, tablesWithoutPersonalData } from '#contract/data-protection.ts'
import { commentOf } from '#server/db/table-comments.ts'

type Comments = ReadonlyMap<string, string | null>

const begin = '<!-- made from the comments on the tables: begin -->'
const end = '<!-- made from the comments on the tables: end -->'

/**
 * docs/data-protection.md with its middle made anew; the frame around it is written by hand.
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
    ...dataRecords.filter((record) => record.group === group).map((record) => section(record, comments)),
  ])
  const others = Object.keys(tablesWithoutPersonalData).map(
    (table) => `- \`${table}\`: ${comments.get(table)?.replace(/^[^:]*: /, '') ?? ''}`,
  )
  const inBrowser = browserRecords.map(
    ({ keys, storage, what, purpose, kept }) => `- ${code(keys)} (${storage}): ${what}, ${purpose}; ${kept}.`,
  )
  return [
    ...groups,
    '### Im Browser (§ 25 Abs. 2 Nr. 2 TDDDG)',
    inBrowser.join('\n'),
    '### Tabellen ohne personenbezogene Daten',
    others.join('\n'),
  ].join('\n\n')
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function section(record: DataRecord, comments: Comments): string {
  const comment = record.place === undefined ? comments.get(record.tables[0] ?? '') : commentOf(record)
  const [title, ...lines] = (comment ?? record.id).split('\n')
  const where = record.place ?? code(record.tables)
  return [`#### ${title}`, '', ...[...lines, `Wo: ${where}`].map((line) => `- ${line}`)].join('\n')
}
