import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appFiles, browserRecords } from '#contract/base/browser-storage.ts'

/*
 * The privacy page names everything that the app keeps in a browser (§ 25 TDDDG): all of it is found here, by three rules.
 * The browser's storage is used in few files; keys stand there as `'wegwarte.…'`; and all others go through
 * `web/browser/remembered.ts`, with a name that stands in the same file.
 */

const storing = /\b(?:localStorage|sessionStorage|indexedDB|cookieStore|caches)\b|document\.cookie/
const places = [
  'web/api/offline/offline-store.ts',
  'web/api/session/session.ts',
  'web/app/start/route-history.ts',
  'web/app/start/scrolling.ts',
  'web/browser/remembered.ts',
  // It only names them, on the privacy page.
  'web/features/legal/BrowserStorage.tsx',
]

const sources = new Map(
  globSync(['web/**/*.{ts,tsx}', 'public/*.js', 'index.html'])
    .filter((file) => !file.includes('.test.'))
    .map((file) => [file, withoutComments(readFileSync(file, 'utf8'))]),
)

test('the storage of a browser is used in these files only', () => {
  expect(sources.size).toBeGreaterThan(200)
  const using = [...sources].filter(([, source]) => storing.test(source)).map(([file]) => file)
  expect(using.toSorted()).toEqual(places)
})

test('what is kept there is what contract/base/browser-storage.ts names', () => {
  const kept = [...sources].flatMap(([file, source]) => keysIn(file, source))
  // The files that Workbox keeps for the service worker.
  const all = new Set([...kept, appFiles])
  expect([...all].toSorted()).toEqual(browserRecords.flatMap(({ keys }) => keys).toSorted())
})

test.each([
  ["import { remember } from '#web/browser/remembered.ts'\nremember('spoilers', 1)", ['wegwarte.spoilers']],
  [
    "import { recall } from '#web/browser/remembered.ts'\nconst name = 'spoilers'\nrecall(name, z)",
    ['wegwarte.spoilers'],
  ],
  [
    "import { recall } from '#web/browser/remembered.ts'\nrecall(nameOf(id), z)\nconst nameOf = (id: string) => `of.${id}`",
    ['wegwarte.of.'],
  ],
  ["sessionStorage.setItem('wegwarte.rear-spoilers', '1')", ['wegwarte.rear-spoilers']],
  ["const [one, remember] = useState()\nremember('nothing')", []],
])('in %j the keys %j are found', (source, keys) => expect(keysIn('planted.ts', source)).toEqual(keys))

test('a name that cannot be read here is refused', () => {
  const source = "import { recall } from '#web/browser/remembered.ts'\nrecall(names[0], z)"
  expect(() => keysIn('planted.ts', source)).toThrow('planted.ts: name what is remembered in this file')
})

/** The keys under which a file keeps something. One that ends with a dot is the beginning of several. */
function keysIn(file: string, source: string): string[] {
  const direct = [...source.matchAll(/'(wegwarte\.[\w.-]+)'/g)].map(([, key = '']) => key)
  return [...direct, ...rememberedIn(file, source).map((name) => `wegwarte.${name}`)]
}

function rememberedIn(file: string, source: string): string[] {
  const imported = /import \{([^}]+)\} from '#web\/browser\/remembered\.ts'/.exec(source)?.[1]
  if (imported === undefined) return []
  const calls = new RegExp(
    String.raw`\b(?:${imported
      .trim()
      .split(/\s*,\s*/)
      .join('|')})\(([^,]+),`,
    'g',
  )
  const names = [...source.matchAll(calls)].map(([, argument = '']) => nameBehind(argument.trim(), source))
  return [...new Set(names)].map((name) => {
    if (name === null) throw new Error(`${file}: name what is remembered in this file`)
    return name
  })
}

/** The text of a literal, of a constant, or what a function's text begins with. */
function nameBehind(argument: string, source: string): string | null {
  const literal = /^'([\w.-]+)'$/.exec(argument)?.[1]
  if (literal !== undefined) return literal
  const [, word = ''] = /^(\w+)(?:\(|$)/.exec(argument) ?? []
  const constant = new RegExp(String.raw`\bconst ${word} = (?:\([^)]*\) => )?['\`]([\w.-]+)`).exec(source)
  return word === '' ? null : (constant?.[1] ?? null)
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
