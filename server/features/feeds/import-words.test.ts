import { expect, test } from 'vitest'
import { changeReport, readingReport } from './import-words.ts'

test.each([
  [{ read: 3, kept: 0, expired: 3, added: 0 }, '3 gelesen, 3 abgelaufen', 'nichts geändert'],
  [
    {
      read: 9,
      kept: 7,
      outOfService: 1,
      notACamera: 1,
      swapped: 2,
      inWords: 3,
      advance: 4,
      added: 5,
      changed: 1,
      removed: 4,
    },
    '9 gelesen, 7 übernommen, 1 keine Blitzer, 1 außer Betrieb, 2 mit vertauschten Koordinaten, 3 mit unlesbaren Zeiten im Wortlaut, 4 als Vorabinformation',
    '5 neu, 1 geändert, 4 entfernt',
  ],
  [{ read: 0, kept: 0 }, '0 gelesen', 'nichts geändert'],
])('%j is put into words', (counts, reading, changes) => {
  expect(readingReport(counts)).toBe(reading)
  expect(changeReport(counts)).toBe(changes)
})
