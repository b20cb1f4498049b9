import type { Plugin } from 'vite'

/** A property of an endpoint's entry (`contract/endpoint.ts`): always one plain string. */
const summary = /\bsummary:\s*'(?:[^'\\\n]|\\.)*',/g

/** A Vite plugin: leaves out of the contract's entries what only the API's documentation says, a tenth of the first visit's own code. */
export function contractInBrowserPlugin(): Plugin {
  return {
    name: 'contract-in-browser',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(summary, (text) => text.replaceAll(/[^\n]/g, '')), map: null }),
    },
  }
}
