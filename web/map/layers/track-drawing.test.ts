import { expect, test } from 'vitest'
import { trackDrawing, trackOpacity } from './track-drawing.ts'

test('the line of a track is blue and 3 pixels wide', () => {
  const line = trackDrawing.layers('source').find(({ id }) => id === 'source-track')
  expect(line).toMatchObject({ type: 'line', paint: { 'line-color': '#1d4ed8', 'line-width': 3 } })
})

test('a faded line is faint, but can still be seen', () => {
  for (const { id } of trackDrawing.layers('source')) {
    expect(trackOpacity(id, true)).toBeLessThan(trackOpacity(id, false) / 2)
    expect(trackOpacity(id, true)).toBeGreaterThan(0.2)
  }
})
