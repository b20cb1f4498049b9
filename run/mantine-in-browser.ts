import type { Plugin } from 'vite'

/** Where Mantine makes its variables as style elements (@mantine/core 9.7.4). */
const part = /\/@mantine\/core\/esm\/core\/MantineProvider\/MantineCssVariables\/MantineCssVariables\.mjs$/

/** What `MantineProvider` asks of it, for an app that never asks for the variables (`withCssVariables={false}`). */
export const withoutVariables = 'export const MantineCssVariables = () => null'

/**
 * A Vite plugin: leaves out of Mantine what computes hundreds of variables each time the app starts, to compare them with
 * those of a style sheet that web/app/theme/mantine.css replaces.
 */
export function mantineInBrowserPlugin(): Plugin {
  return {
    name: 'mantine-in-browser',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    load: { filter: { id: part }, handler: () => withoutVariables },
  }
}
