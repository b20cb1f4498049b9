import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Parts of React Router that this app never runs: those of pages that React Router's own server renders, with their
 * prefetching, and instrumentation. Each gives what the original gives an app that has neither (react-router 8.5.1,
 * lib/dom/ssr/components.js and lib/router/instrumentation.js).
 */
const inert = new Map([
  [
    'dom/ssr/components',
    `import { createContext, useRef } from 'react'
export const FrameworkContext = createContext()
export const PrefetchPageLinks = () => null
export const usePrefetchBehavior = () => [false, useRef(null), {}]
export const mergeRefs = (...refs) => (value) => {
  for (const ref of refs) {
    if (typeof ref === 'function') ref(value)
    else if (ref) ref.current = value
  }
}`,
  ],
  [
    'router/instrumentation',
    `export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router`,
  ],
])

/** React Router's own parts, as its build for production has them. */
const part = /(?:^|\/)react-router\/dist\/production\/lib\/([\w/-]+)\.js$/

/** A Vite plugin: leaves out of React Router what no browser of ours runs, 4 kB of a first visit. */
export function routerInBrowserPlugin(): Plugin {
  return {
    name: 'router-in-browser',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    load: {
      filter: { id: part },
      handler: (id) => inertPart(id),
    },
    transform: {
      filter: { id: part },
      handler: (code) => ({ code: withRemovableComponents(code), map: null }),
    },
  }
}

/** Null for a part that is used. Names that only unused parts ask for are there, without a value. */
export function inertPart(file: string): string | null {
  const code = inert.get(part.exec(file)?.[1] ?? '')
  if (code === undefined) return null
  const names = /^export \{ ([^}]+) \};$/m.exec(readFileSync(file, 'utf8'))?.[1]?.split(', ') ?? []
  const unused = names.filter((name) => !code.includes(`export const ${name} =`))
  return [code, ...unused.map((name) => `export const ${name} = undefined`)].join('\n')
}

/**
 * Components that nobody imports can be left out (`Form`, and all that sends one) once the bundler knows that making them
 * has no effect, and no line gives them a name.
 */
export function withRemovableComponents(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = "[\w.]+";$/gm, '')
    .replaceAll(/= (\w+\$\d+\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
}
