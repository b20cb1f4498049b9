import type { Plugin } from 'vite'

/**
 * What no browser reads of an endpoint's entry (`contract/endpoint.ts`): its summary, always one plain string; what its
 * caller must own, always on one line; whether they must prove again who they are; and its limit, where that is one of those
 * with a name (`call-limit.ts`). And what the documentation calls a shape.
 */
const serverOnly = new RegExp(
  [
    /\bsummary:\s*'(?:[^'\\\n]|\\.)*',/,
    /\bowns: \{[^{}\n]*\},/,
    /\bstepUp: true,/,
    /\blimit: (?:manyReads|manyChanges|longReads|preparedForAll),/,
    /\.check\(z\.meta\(\{[^()\n]*\}\)\)/,
    /, z\.meta\(\{[^()\n]*\}\)(?=\))/,
    /\bz\.meta\(\{[^()\n]*\}\),/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** A Vite plugin: removes what only the server and its documentation read: a tenth of our code in a first visit. */
export function contractInBrowserPlugin(): Plugin {
  return {
    name: 'contract-in-browser',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: withoutServerOnly(code), map: null }),
    },
  }
}

/** The same lines, so that errors name the right ones. */
export function withoutServerOnly(code: string): string {
  return code.replaceAll(serverOnly, (text) => text.replaceAll(/[^\n]/g, ''))
}
