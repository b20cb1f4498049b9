import { expect, it } from 'vitest'
import { trackInWords } from './track-files.ts'

const range = { start: new Date('2026-06-12T15:40:00Z'), end: new Date('2026-06-12T15:59:00Z') }

it('says of which time a file is', () => {
  expect(trackInWords(range, undefined)).toMatch(/17:40.*17:59/)
})

it('does not say when a trip began and ended whose ends were cut out', () => {
  expect(trackInWords(range, 'privacy-zones')).not.toMatch(/\d/)
})
