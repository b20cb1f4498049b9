import { describe, expect, test } from 'vitest'
import { isSame, merged } from './merge.ts'

const base = { name: 'Spur', plate: 'KA-W 1', settings: { near: { on: true, metres: 300 }, far: { on: false } } }
const with_ = (changes: object) => ({ ...base, ...changes })
const near = (changes: object) => with_({ settings: { ...base.settings, near: { on: true, metres: 300, ...changes } } })
const far = with_({ settings: { ...base.settings, far: { on: true } } })

describe('a change that was made to an older state', () => {
  test.each([
    ['is all there is where nobody else changed anything', base, with_({ name: 'Kombi' }), with_({ name: 'Kombi' })],
    [
      'leaves what others changed besides it',
      with_({ plate: 'KA-X 2' }),
      with_({ name: 'Kombi' }),
      with_({ name: 'Kombi', plate: 'KA-X 2' }),
    ],
    [
      'changes nothing where others did the same',
      with_({ name: 'Kombi' }),
      with_({ name: 'Kombi' }),
      with_({ name: 'Kombi' }),
    ],
    ['changes nothing where nothing was changed', with_({ name: 'Kombi' }), base, with_({ name: 'Kombi' })],
    [
      'and another part of the same object is changed',
      far,
      near({ metres: 500 }),
      { ...far, settings: { ...far.settings, near: { on: true, metres: 500 } } },
    ],
    [
      'keeps what the present state knows nothing of',
      { name: 'Spur' },
      with_({ plate: 'KA-X 2' }),
      { name: 'Spur', plate: 'KA-X 2' },
    ],
    [
      'keeps a new value where others changed something else',
      { ...base, name: 'Kombi' },
      with_({ colour: 'rot' }),
      with_({ name: 'Kombi', colour: 'rot' }),
    ],
    [
      'leaves out what neither the present state knows nor it changed',
      { name: 'Spur' },
      with_({ name: 'Kombi' }),
      { name: 'Kombi' },
    ],
  ])('%s', (_what, theirs, mine, value) => {
    expect(merged({ theirs, base, mine }, 2)).toEqual({ value })
  })

  test.each([
    ['the same field', with_({ name: 'Enduro' }), with_({ name: 'Kombi' })],
    ['different fields of what is changed as a whole', near({ on: false }), near({ metres: 500 })],
  ])('is not merged where others changed %s', (_what, theirs, mine) => {
    expect(merged({ theirs, base, mine }, 2)).toBeNull()
  })

  test('can be taken all the same, and still leaves what others changed besides it', () => {
    const theirs = with_({ name: 'Enduro', plate: 'KA-X 2' })
    expect(merged({ theirs, base, mine: with_({ name: 'Kombi' }) }, 2, 'take mine')).toEqual({
      value: with_({ name: 'Kombi', plate: 'KA-X 2' }),
    })
  })
})

test.each([
  [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
  [{ a: NaN }, { a: NaN }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [['x'], ['y'], false],
  [[], {}, false],
  [null, {}, false],
])('%j and %j are the same: %s', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})
