import { expect, test } from 'vitest'
import { withChange } from './with-change.ts'

const stored: { name: string; note: string | null } = { name: 'Spur', note: 'Kette' }

test.each([
  ['of one field leaves the rest', { name: 'Kombi' }, { name: 'Kombi', note: 'Kette' }],
  ['to null clears', { note: null }, { name: 'Spur', note: null }],
  ['of something undefined leaves it', { name: undefined }, stored],
  ['of nothing leaves everything', {}, stored],
])('a change %s', (_what, change, changed) => expect(withChange(stored, change)).toEqual(changed))
