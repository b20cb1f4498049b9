import { expect, test } from 'vitest'
import { render, renderOnItsWay } from './prerender.tsx'

test('prerendering fails if a route reports an error, instead of shipping its error screen', async () => {
  const broken = {
    path: '/',
    loader: () => {
      throw new Error('no window here')
    },
    Component: () => null,
    ErrorBoundary: () => 'Ein unerwarteter Fehler ist aufgetreten',
  }
  await expect(render([broken], '/')).rejects.toThrow('a route of / reports an error')
})

test('prerendering fails if there is no route, and gives the HTML of one that renders without errors', async () => {
  const whole = { path: '/', loader: () => null, Component: () => 'Willkommen' }
  await expect(render([whole], '/elsewhere')).rejects.toThrow('a route of /elsewhere reports an error')
  expect(await render([whole], '/')).toBe('Willkommen')
})

test('what is shown while a screen is on its way says so', () => {
  expect(renderOnItsWay()).toContain('aria-label="Wird geladen …"')
})
