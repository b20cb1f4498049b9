import { expect, test } from 'vitest'
import { chunkPlan, type ModuleNode, type Visit } from './chunk-plan.ts'

const requestBytes = 1_000

/** Modules with what they import; of each the size stands after its name. */
function graphOf(modules: Record<string, { imports?: string[]; size?: number }>): Map<string, ModuleNode> {
  return new Map(
    Object.entries(modules).map(([name, { imports = [], size = 100 }]) => [
      name,
      { imports, size, isStyle: name.endsWith('.css') },
    ]),
  )
}

const visit = (modules: string[], { after = [], weight = 1 }: Partial<Visit> = {}): Visit => ({
  modules,
  after,
  weight,
})

/** Two screens with a start: what all need, what both screens need, and what one needs alone. */
const product = graphOf({
  'main.tsx': { imports: ['router.ts'] },
  'router.ts': { size: 90_000 },
  'First.tsx': { imports: ['router.ts', 'own.ts', 'list.tsx'] },
  'Second.tsx': { imports: ['list.tsx'] },
  'Landing.tsx': {},
  'own.ts': {},
  'list.tsx': { imports: ['row.tsx'], size: 30_000 },
  'row.tsx': {},
})
const visits = [visit(['main.tsx', 'First.tsx']), visit(['main.tsx', 'Second.tsx']), visit(['main.tsx', 'Landing.tsx'])]

test('what the same visits need is one file, and what one visit needs alone stays with it', () => {
  expect(chunkPlan(product, visits, requestBytes)).toEqual([['list.tsx', 'row.tsx'], ['router.ts']])
})

test('moving or renaming a module changes no file', () => {
  const moved = (name: string) => name.replace('list.tsx', 'web/elsewhere/Aaa.tsx').replace('router.ts', 'zzz.ts')
  const graph = new Map(
    [...product].map(([name, node]) => [moved(name), { ...node, imports: node.imports.map(moved) }]),
  )
  const again = visits.map((each) => ({ ...each, modules: each.modules.map(moved) }))
  const before = chunkPlan(product, visits, requestBytes)
  expect(chunkPlan(graph, again, requestBytes)).toEqual(before.map((modules) => modules.map(moved)))
})

const shared = (size: number) =>
  graphOf({
    'One.tsx': { imports: ['both.ts', 'some.ts'] },
    'Other.tsx': { imports: ['both.ts', 'some.ts'] },
    'Third.tsx': { imports: ['both.ts'] },
    'both.ts': { size: 5_000 },
    'some.ts': { size },
  })
const three = [visit(['One.tsx']), visit(['Other.tsx']), visit(['Third.tsx'])]

test.each([
  [1_900, 'joins the file', [['both.ts', 'some.ts']]],
  [2_100, 'stays a file', [['some.ts'], ['both.ts']]],
])('what %i bytes of code would cost those who do not need it decides: it %s', (size, _, expected) => {
  expect(chunkPlan(shared(size), three, requestBytes)).toEqual(expected)
})

test('a visit that happens often is spared what it does not need', () => {
  const often = [visit(['One.tsx']), visit(['Other.tsx']), visit(['Third.tsx'], { weight: 10 })]
  expect(chunkPlan(shared(1_900), often, requestBytes)).toEqual([['some.ts'], ['both.ts']])
})

test('two files with styles are four requests', () => {
  const graph = graphOf({
    'One.tsx': { imports: ['both.css', 'some.css'] },
    'Other.tsx': { imports: ['both.css', 'some.css'] },
    'Third.tsx': { imports: ['both.css'] },
    'both.css': { size: 5_000 },
    'some.css': { size: 2_100 },
  })
  expect(chunkPlan(graph, three, requestBytes)).toEqual([['both.css', 'some.css']])
})

test('a small file does not join one that would bring along much more', () => {
  const graph = graphOf({
    'One.tsx': { imports: ['calls.ts', 'road.tsx'] },
    'Other.tsx': { imports: ['calls.ts', 'road.tsx'] },
    'Landing.tsx': { imports: ['road.tsx'] },
    'Third.tsx': { imports: ['zod.ts'] },
    'calls.ts': { imports: ['zod.ts'] },
    'road.tsx': {},
    'zod.ts': { size: 80_000 },
  })
  const visits = [visit(['One.tsx']), visit(['Other.tsx']), visit(['Landing.tsx']), visit(['Third.tsx'])]
  const ofRoad = chunkPlan(graph, visits, requestBytes).find((modules) => modules.includes('road.tsx'))
  expect(ofRoad).toEqual(['road.tsx'])
})

test('no two files need each other, so that each begins after what it needs', () => {
  const graph = graphOf({
    'One.tsx': { imports: ['top.ts'] },
    'Other.tsx': { imports: ['top.ts'] },
    'Fourth.tsx': { imports: ['bottom.ts'] },
    'top.ts': { imports: ['middle.ts'] },
    // Asked for by its name, too: it stays a file of its own between the two.
    'middle.ts': { imports: ['bottom.ts'] },
    'bottom.ts': {},
  })
  const visits = ['One.tsx', 'Other.tsx', 'middle.ts', 'Fourth.tsx'].map((name) => visit([name]))
  expect(chunkPlan(graph, visits, requestBytes)).toEqual([['top.ts'], ['bottom.ts']])
})

test('a part that waits for a tap finds what its screen has loaded', () => {
  const graph = graphOf({
    'main.tsx': { imports: ['router.ts'] },
    'router.ts': {},
    'First.tsx': {},
    'Dialog.tsx': { imports: ['router.ts', 'field.ts'] },
    'Sheet.tsx': { imports: ['field.ts'] },
    'field.ts': { size: 30_000 },
  })
  const parts = ['Dialog.tsx', 'Sheet.tsx'].map((part) => visit([part], { after: ['main.tsx'], weight: 0.1 }))
  const plan = chunkPlan(graph, [visit(['main.tsx', 'First.tsx']), ...parts], requestBytes)
  expect(plan).toEqual([['field.ts']])
})
