import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { AreaLink } from './Link.tsx'

test.each([
  ['/tracking', true],
  ['/tracking/fahrt', true],
  ['/tracking-hilfe', false],
  ['/pois', false],
])('at %s the area of the tracking is marked: %s', (address, marked) => {
  const drawn = renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <AreaLink to="/tracking?tab=rides">Tracking</AreaLink>
    </MemoryRouter>,
  )
  expect(drawn).toContain('href="/tracking?tab=rides"')
  expect(drawn.includes('aria-current="page"')).toBe(marked)
})
