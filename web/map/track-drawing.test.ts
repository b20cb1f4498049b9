import { expect, test } from 'vitest'
import { trackDrawing } from './track-drawing.ts'

test('the line of a track is blue and 3 pixels wide', () => {
  const line = trackDrawing.layers('source').find(({ id }) => id === 'source-track')
  expect(line).toMatchObject({ type: 'line', paint: { 'line-color': '#1d4ed8', 'line-width': 3 } })
})
