import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Sheet, SheetFrame } from './Sheet.tsx'
import type { SheetStop } from './sheet-stops.ts'

const draw = (stop: SheetStop) =>
  renderToStaticMarkup(
    <SheetFrame
      tools={<input aria-label="Ort suchen" />}
      sheet={
        <Sheet label="Gefahren in der Nähe" stop={stop} head="14 Gefahren" onStop={() => {}}>
          <p>Blitzer</p>
        </Sheet>
      }
    >
      <canvas />
    </SheetFrame>,
  )

test('a sheet is a region with a name; its button says what it does and whether the list is open', () => {
  expect(draw('peek')).toMatch(/<section[^>]* aria-label="Gefahren in der Nähe"/)
  expect(draw('peek')).toMatch(/<button[^>]* aria-label="Mehr zeigen" aria-expanded="false"/)
  expect(draw('half')).toMatch(/<button[^>]* aria-label="Mehr zeigen" aria-expanded="true"/)
  expect(draw('full')).toMatch(/<button[^>]* aria-label="Weniger zeigen" aria-expanded="true"/)
})

test('what is in a sheet is in the document at every stop, after the tools and the map', () => {
  for (const stop of ['peek', 'half', 'full'] as const) {
    expect(draw(stop)).toMatch(/Ort suchen.*<canvas.*14 Gefahren.*tabindex="0".*Blitzer/)
  }
})
