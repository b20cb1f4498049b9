import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { loading, sharedChunks } from './chunks.ts'

const { root } = loading

/** What the file of an address in the code is called; null for a package. */
function pathOf(from: string, address: string): string | null {
  const path = address.startsWith('#') ? join(root, address.slice(1)) : join(dirname(from), address)
  return /^[#.]/.test(address) && existsSync(path) ? path : null
}

/** The app's own modules, as the bundler would find them. */
function moduleAt(path: string) {
  const code = readFileSync(path, 'utf8')
  const addresses = (pattern: RegExp) =>
    [...code.matchAll(pattern)].flatMap(([, address = '']) => pathOf(path, address) ?? [])
  const importedIds = addresses(/^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^'?]+)'/gm)
  return { code, importedIds, dynamicallyImportedIds: addresses(/\bimport\(\s*'([^'?]+)'/g) }
}

/** Every module of the app as it is; the bundler’s answers by the name that it has there. */
function wholeApp() {
  const modules = new Map<string, ReturnType<typeof moduleAt>>()
  const ids = new Set([join(root, loading.start)])
  for (const id of ids) {
    const found = moduleAt(id)
    modules.set(id, found)
    for (const next of [...found.importedIds, ...found.dynamicallyImportedIds]) ids.add(next)
  }
  return modules
}

type App = ReturnType<typeof wholeApp>

function withName(app: App, before: string, after: string): App {
  const nameOf = (path: string) => (path === before ? after : path)
  return new Map(
    [...app].map(([path, { code, importedIds, dynamicallyImportedIds }]) => [
      nameOf(path),
      {
        code,
        importedIds: importedIds.map(nameOf),
        dynamicallyImportedIds: dynamicallyImportedIds.map(nameOf),
      },
    ]),
  )
}

/** Which file each module is in, in the order of the app. */
function filesOf(app: App): (string | null)[] {
  const chunkOf = sharedChunks(loading)
  const chunking = { getModuleInfo: (id: string) => app.get(id) ?? null }
  return [...app.keys()].map((id) => chunkOf(id, chunking))
}

test('renaming a file of the app changes nothing in what is loaded together', () => {
  const app = wholeApp()
  const files = filesOf(app)
  const card = join(root, 'web/ui/layout/Card.tsx')
  expect(files[[...app.keys()].indexOf(card)]).toMatch(/^shared-/)
  expect(filesOf(withName(app, card, join(root, 'web/aaa.tsx')))).toEqual(files)
}, 20_000)
