import { describe, expect, it } from 'vitest'
import { linkedAttribution, plainAttribution } from './attribution.ts'

describe('the attribution', () => {
  it('of OpenStreetMap leads to its licence', () => {
    expect(linkedAttribution('© OpenStreetMap-Mitwirkende')).toBe(
      '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap-Mitwirkende</a>',
    )
  })

  it.each(['© Kartendienst Beispiel', '<a href="https://example.org">OpenStreetMap</a>'])(
    '%j stays as it is',
    (text) => {
      expect(linkedAttribution(text)).toBe(text)
    },
  )

  it('has no links where it stands in one', () => {
    expect(plainAttribution('© <a href="https://example.org">OpenStreetMap</a>')).toBe('© OpenStreetMap')
  })
})
