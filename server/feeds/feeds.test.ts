import { expect, test } from 'vitest'
import { mapSources, sources } from './feeds.ts'

test('the map names the sources of what it shows, and no other', () => {
  const left = sources.filter((source) => !mapSources.includes(source))
  expect(left.map(({ name }) => name)).toEqual(['osm-closures'])
})
