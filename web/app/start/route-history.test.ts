import { expect, test } from 'vitest'
import { visitedAfter } from './route-history.ts'

function visitAll(steps: readonly ['PUSH' | 'REPLACE' | 'POP', string][]): readonly string[] {
  return steps.reduce<readonly string[]>((visited, [kind, route]) => visitedAfter(visited, kind, route), [])
}

test('routes are kept in the order of the visits, a replaced one is removed', () => {
  const visited = visitAll([
    ['POP', '/'],
    ['PUSH', '/login'],
    ['REPLACE', '/dashboard'],
    ['PUSH', '/pois'],
  ])
  expect(visited).toEqual(['/', '/dashboard', '/pois'])
})

test('going back forgets the route that was left', () => {
  const visited = visitAll([
    ['POP', '/dashboard'],
    ['PUSH', '/pois'],
    ['PUSH', '/tracking'],
    ['POP', '/pois'],
  ])
  expect(visited).toEqual(['/dashboard', '/pois'])
})

test('going forward again counts as a visit', () => {
  const visited = visitAll([
    ['POP', '/dashboard'],
    ['PUSH', '/pois'],
    ['POP', '/dashboard'],
    ['POP', '/pois'],
  ])
  expect(visited).toEqual(['/dashboard', '/pois'])
})

test('ten previous routes are kept', () => {
  const steps = Array.from({ length: 30 }, (_, step): ['PUSH', string] => ['PUSH', `/${step}`])
  expect(visitAll(steps)).toEqual([...'9876543210'].map((back) => `/${29 - (Number(back) + 1)}`).concat('/29'))
})

test('another place in the same page is not another route', () => {
  const visited = visitedAfter(['dashboard', 'tracking'], 'PUSH', 'tracking at its map', true)
  expect(visited).toEqual(['dashboard', 'tracking at its map'])
})
