import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Register } from '#server/db/schema/register.ts'

/*
 * One word names a feature on every layer. The table in docs/features.md is made and checked here. After a change:
 * `npx vitest run --project unit checks/features.test.ts -u`
 */

const layers = ['contract', 'domain', 'server', 'web', 'address', 'tables'] as const
type Layer = (typeof layers)[number]

/** For each word: what has this name on each layer. */
type Features = ReadonlyMap<string, Partial<Record<Layer, readonly string[]>>>

/** Why a word is used on one layer only, and why an address has a word that no contract has. */
const alone: Readonly<Record<string, string>> = {
  '/api/configuration': 'The specification names it so.',
  '/api/device-config': 'The specification names it so.',
  '/api/poi': 'The specification names it so.',
  '/api/shared-data': 'What the recipient of a share fetches: `shares`.',
  '/api/time': 'What a browser is told of this server: `config`.',
  '/api/user': 'The specification names it so.',
  '/api/users': 'The specification names it so.',
  '/api/vehicle-states': 'How all of them are, in one call: `vehicles`.',
  changes: 'A rule that all build on: a change put on what is stored.',
  dashboard: 'A screen that joins what others know.',
  'device-registration': 'The part of `devices` that the specification gives an address of its own.',
  'driver-notice': 'What other drivers read, and a sticker that leads there: nothing is asked of the server.',
  files: 'Rules that all build on: texts, XML and mistakes of files.',
  geo: 'Rules that all build on: distances, boxes and grids.',
  install: 'How the app comes to the home screen: nothing is asked of the server.',
  landing: 'A screen of text: nothing is asked of the server.',
  legal: 'Screens of text: nothing is asked of the server.',
  metrics: 'Figures for Prometheus and the operator: no browser of ours asks for them.',
  offline: 'What is shown without a connection: nothing is asked of the server.',
  retention: 'What is old is deleted at night, whichever feature keeps it.',
  registration: 'The steps of `auth` before the first sign-in.',
  'step-up': 'The part of `auth` that asks once more who somebody is.',
  'style-guide': 'Screens that show the building blocks: nothing is asked of the server.',
  testing: 'Rides that tests of several features are about.',
  time: 'Rules that all build on: the time of Europe/Berlin.',
  track: 'Rules that all build on: what fixes say of a ride.',
  trackers: 'What trackers say of themselves and how it is read: `reception` and the protocols build on it.',
  'track-export': 'The formats in which `history` is downloaded.',
}

const features = await featuresOf()

test('a word that is used on one layer only has a reason', () => {
  expect(unexplained(features, alone), 'use the word of the other layers, or give the reason in `alone`').toEqual([])
})

test('a reason that is no longer needed is taken out', () => {
  expect(needless(features, alone)).toEqual([])
})

test('the table of the features is in docs/features.md', async () => {
  await expect(page(features)).toMatchFileSnapshot('../docs/features.md')
})

test('no endpoint is overlooked', () => {
  const addresses = [...features.values()].flatMap(({ address = [] }) => address)
  expect(new Set(addresses)).toEqual(new Set(endpoints.map(({ path }) => addressOf(path))))
})

test('a planted feature on one layer is found, and so is a reason that nothing needs', () => {
  const planted = new Map([...features, ['spoilers', { web: ['web/features/spoilers/'] }]])
  expect(unexplained(planted, alone)).toEqual(['spoilers: web'])
  expect(needless(features, { ...alone, devices: 'It stands on six.', spoilers: 'It stands nowhere.' })).toEqual([
    'devices',
    'spoilers',
  ])
})

function unexplained(features: Features, reasons: Readonly<Record<string, string>>): string[] {
  return [...features].flatMap(([word, places]) =>
    isAlone(places) && !(word in reasons) ? [`${word}: ${Object.keys(places).join(', ')}`] : [],
  )
}

function needless(features: Features, reasons: Readonly<Record<string, string>>): string[] {
  return Object.keys(reasons).filter((word) => {
    const places = features.get(word)
    return places === undefined || !isAlone(places)
  })
}

/** Addresses are part of the contract: both together are one layer. */
function isAlone({ address, contract = address, ...others }: Partial<Record<Layer, unknown>>): boolean {
  return Object.keys({ ...(contract !== undefined && { contract }), ...others }).length === 1
}

/** The words on each layer, read from the folders and files themselves. */
async function featuresOf(): Promise<Features> {
  const features = new Map<string, Partial<Record<Layer, string[]>>>()
  const add = (word: string, layer: Layer, what: string) => {
    const places = features.get(word) ?? {}
    features.set(word, { ...places, [layer]: [...new Set([...(places[layer] ?? []), what])] })
  }
  const contracts = globSync('contract/**/*.ts')
  const words = new Set(contracts.map((file) => basename(file, '.ts')))
  for (const file of contracts) {
    const paths = [...readFileSync(file, 'utf8').matchAll(/\bendpoint\(\s*'[A-Z]+',\s*'([^']+)'/g)]
    const word = basename(file, '.ts')
    if (paths.length > 0) add(word, 'contract', file)
    for (const address of paths.map(([, path = '']) => addressOf(path))) {
      add(word, 'address', address)
      if (!words.has(basename(address))) add(address, 'address', address)
    }
  }
  for (const folder of foldersIn('domain')) add(folder, 'domain', `domain/${folder}/`)
  for (const folder of foldersIn('server/features')) add(folder, 'server', `server/features/${folder}/`)
  for (const folder of foldersIn('web/features')) add(folder, 'web', `web/features/${folder}/`)
  for (const file of globSync('server/features/*/*.tables.ts')) {
    const registers: Readonly<Record<string, Register>> = await import(join(process.cwd(), file))
    for (const { tables } of Object.values(registers)) {
      for (const name of Object.keys(tables)) add(basename(file, '.tables.ts'), 'tables', name)
    }
  }
  return new Map([...features].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}

/** `/api/devices` of `/api/devices/:id`. */
function addressOf(path: string): string {
  return path.split('/', 3).join('/')
}

function page(features: Features): string {
  const rows = [...features].filter(([, places]) => !isAlone(places))
  return `# Features by layer

One word finds a feature in every layer. \`checks/features.test.ts\` makes this page and fails where it is out of date:
\`npx vitest run --project unit checks/features.test.ts -u\` writes it anew. In the columns of the layers, ● says that there
is \`contract/<word>.ts\` or \`contract/<word>/\`, \`domain/<word>/\`, \`server/features/<word>/\`, \`web/features/<word>/\`.

${table(
  ['word', ...layers],
  rows.map(([word, places]) => [`\`${word}\``, ...layers.map((layer) => cell(layer, places[layer]))]),
)}

A word that stands in one layer alone has a reason, and so has an address with a word that no contract has:

${table(
  ['word', 'layers', 'reason'],
  Object.entries(alone).map(([word, reason]) => [
    `\`${word}\``,
    Object.keys(features.get(word) ?? {}).join(', '),
    reason,
  ]),
)}
`
}

function cell(layer: Layer, what: readonly string[] | undefined): string {
  if (what === undefined) return ''
  return layer === 'address' || layer === 'tables' ? what.map((name) => `\`${name}\``).join(', ') : '●'
}

/** Its columns as wide as their widest cell, as the formatter writes them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
