import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/* No file needs itself by way of others, also where one of them is loaded later: the linter's no-cycle does not see `import()`. */

type Graph = ReadonlyMap<string, readonly string[]>

/** What a file names in `import`, `export … from` and `import()`: types, too. */
function importsOf(file: string, text: string): string[] {
  const named = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^import\s+)'([#.][^'?]*)/gm)].map(
    ([, name = '']) => name,
  )
  return named.map((name) => (name.startsWith('#') ? name.slice(1) : join(dirname(file), name)))
}

/** Files that reach each other, in one group each. */
function circlesIn(graph: Graph): string[][] {
  const reachable = new Map([...graph.keys()].map((file) => [file, reachableFrom(graph, file)]))
  const inCircle = [...graph.keys()].filter((file) => reachable.get(file)?.has(file))
  const groups = Map.groupBy(inCircle, (file) =>
    inCircle.filter((other) => reachable.get(file)?.has(other) && reachable.get(other)?.has(file)).join(' '),
  )
  return [...groups.values()]
}

function reachableFrom(graph: Graph, file: string): Set<string> {
  const found = new Set(graph.get(file))
  for (const each of found) for (const next of graph.get(each) ?? []) found.add(next)
  return found
}

const graphOf = (files: Record<string, string>): Graph =>
  new Map(Object.entries(files).map(([file, text]) => [file, importsOf(file, text)]))

test('no file of the product imports itself by way of others, be it later', () => {
  const files = globSync('{contract,domain,server,web}/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(1_000)
  const graph = graphOf(Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')])))
  expect(graph.get('web/api/offline/outbox.ts')).toContain('web/api/offline/outbox-sending.ts')
  expect(circlesIn(graph)).toEqual([])
})

test('a circle by way of a later import and of a type is found', () => {
  const graph = graphOf({
    'web/a.ts': "const work = () =>\n  import('./b.ts')\n",
    'web/b.ts': "import {\n  call,\n} from '#web/c.ts'\n",
    'web/c.ts': "import type { Outcome } from './a.ts'\n",
    'web/d.ts': "import './a.ts'\n",
  })
  expect(circlesIn(graph)).toEqual([['web/a.ts', 'web/b.ts', 'web/c.ts']])
})
