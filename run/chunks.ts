import { join } from 'node:path'
import { chunkPlan, type ModuleNode, type Visit } from './chunk-plan.ts'

interface Module {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}

/** What rolldown knows of the modules. */
interface Chunking {
  getModuleInfo(id: string): Module | null
}

/** Paths of modules, from which follows what is loaded together. */
interface Loading {
  root: string
  /** Loaded with every page. */
  start: string
  /** Loads each screen. */
  screens: string
  /** Beside every screen, but for the one that is complete without. */
  calls: string
  complete: string
  /** Beside the screens that ask with these queries. */
  session: string
  queries: string
  /** How often a screen is visited, where that is oftener than others. */
  often: Readonly<Record<string, number>>
}

/** Where the app begins, and what it loads then. */
export const loading = {
  root: join(import.meta.dirname, '..'),
  start: 'web/main.tsx',
  screens: 'web/app/start/screens.ts',
  calls: 'web/api/calls/first-calls.ts',
  complete: 'web/features/landing/LandingPage.tsx',
  session: 'web/app/start/session-parts.ts',
  queries: 'web/api/queries/queries.ts',
  often: {
    'web/features/landing/LandingPage.tsx': 60,
    'web/features/auth/LoginPage.tsx': 60,
    'web/app/DashboardPage.tsx': 10,
    'web/app/set-up/SetUpPage.tsx': 40,
    'web/app/DevicesPage.tsx': 10,
    'web/app/tracking/TrackingPage.tsx': 10,
    'web/app/tracking/CasePage.tsx': 20,
  },
} satisfies Loading

/** How often a part is loaded that waits for a tap, beside a screen. */
const partWeight = 0.1

/** Of code that is not minified yet: about 2 kB of what a line carries. */
const requestBytes = 7_500

/** The name of the file that a module shares with others, for rolldown's `codeSplitting`; null for its own. */
export function sharedChunks(loading: Loading): (id: string, chunking: Chunking) => string | null {
  let names: ReadonlyMap<string, string> | undefined
  return (id, chunking) => {
    names ??= namesOf(chunking, loading)
    return names.get(id) ?? null
  }
}

function namesOf(chunking: Chunking, loading: Loading): ReadonlyMap<string, string> {
  // What the build itself runs, to write the landing page, begins elsewhere and is one file.
  if (chunking.getModuleInfo(join(loading.root, loading.start)) === null) return new Map()
  const { graph, visits } = visitsOf(chunking, loading)
  const plan = chunkPlan(graph, visits, requestBytes)
  return new Map(plan.flatMap((modules, number) => modules.map((id): [string, string] => [id, `shared-${number}`])))
}

function visitsOf(chunking: Chunking, loading: Loading) {
  const at = (path: string) => join(loading.root, path)
  const infoOf = (id: string): Module => {
    const info = chunking.getModuleInfo(id)
    if (info === null) throw new Error(`${id} is not a module of the web app (run/chunks.ts)`)
    return info
  }
  const [start, calls, session] = [at(loading.start), at(loading.calls), at(loading.session)]
  const graph = new Map<string, ModuleNode>()
  const entries = new Set<string>()
  const ids = new Set([start])
  for (const id of ids) {
    const { importedIds, dynamicallyImportedIds, code } = infoOf(id)
    graph.set(id, { imports: importedIds, size: code?.length ?? 0, isStyle: id.endsWith('.css') })
    for (const late of dynamicallyImportedIds) entries.add(late)
    for (const next of [...importedIds, ...dynamicallyImportedIds]) ids.add(next)
  }
  const asking = importersOf(graph, at(loading.queries))
  const screens = new Set(infoOf(at(loading.screens)).dynamicallyImportedIds)
  const weights = new Map(Object.entries(loading.often).map(([path, weight]) => [at(path), weight]))
  for (const id of [calls, session, at(loading.complete), ...weights.keys()]) infoOf(id)
  const visits = [...entries].flatMap((id): Visit[] => {
    if (id === calls || id === session) return []
    if (!screens.has(id)) return [{ modules: [id], after: [start, calls], weight: partWeight }]
    const beside = id === at(loading.complete) ? [] : [calls, ...(asking.has(id) ? [session] : [])]
    return [{ modules: [start, ...beside, id], after: [], weight: weights.get(id) ?? 1 }]
  })
  return { graph, visits }
}

/** All that needs a module before it begins. */
function importersOf(graph: ReadonlyMap<string, ModuleNode>, module: string): ReadonlySet<string> {
  const importers = new Map<string, string[]>()
  for (const [id, { imports }] of graph) {
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), id])
  }
  const found = new Set([module])
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer)
  return found
}
