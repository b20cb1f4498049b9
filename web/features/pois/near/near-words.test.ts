import { describe, expect, it } from 'vitest'
import { type Near, nearInWords } from './near-words.ts'

const near = (what: Partial<Near>): Near => ({ listed: 14, more: false, failed: false, hidden: false, ...what })

describe('the dangers near me in one line', () => {
  it.each<[Partial<Near>, string]>([
    [{}, '14 Gefahren in der Nähe'],
    [{ listed: 1 }, '1 Gefahr in der Nähe'],
    [{ listed: 99 }, '99 Gefahren in der Nähe'],
    [{ listed: 100 }, '99+ Gefahren in der Nähe'],
    [{ listed: 60, more: true }, '99+ Gefahren in der Nähe'],
    [{ listed: 0 }, 'Nichts gemeldet in der Nähe'],
    [{ listed: undefined }, 'Gefahren werden geladen …'],
    [{ listed: undefined, failed: true }, 'Gefahren sind gerade nicht abrufbar'],
    [{ listed: 3, failed: true }, '3 Gefahren in der Nähe'],
    [{ hidden: true }, 'Alle Kategorien sind ausgeblendet'],
  ])('%o: „%s“', (what, words) => {
    expect(nearInWords(near(what))).toBe(words)
  })
})
