import { expect, test } from 'vitest'
import { lastHeardOf } from './last-heard.ts'

const heard = (id: string, lastActiveAt: string | null) => ({ id, lastActiveAt })
const [early, late] = ['2026-03-29T12:00:00Z', '2026-03-29T12:00:01Z']

test.each([
  ['the one heard last', [heard('a', early), heard('b', late), heard('c', null)], 'b'],
  ['one that was heard, before one that never was', [heard('a', null), heard('b', early)], 'b'],
  ['the first, if none was ever heard', [heard('a', null), heard('b', null)], 'a'],
  ['the first of two heard at the same time', [heard('a', late), heard('b', late)], 'a'],
] as const)('of several devices %s is shown', (_name, [first, ...others], id) => {
  expect(lastHeardOf([first, ...others]).id).toBe(id)
})
