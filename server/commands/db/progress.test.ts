import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

function shownBy(terminal: boolean): string {
  let text = ''
  const progress = createProgress({ terminal, write: (piece) => void (text += piece) })
  for (const share of [0, 0.001, 0.05, 0.5, 0.501, 1]) progress.show('lesen', share)
  progress.show('suchen', 1)
  progress.end()
  progress.end()
  return text
}

test('a terminal shows a bar that grows in place', () => {
  const empty = ' '.repeat(30)
  const full = '█'.repeat(30)
  expect(shownBy(true)).toBe(
    [
      `\r[${empty}]   0 % lesen`,
      `\r[██${' '.repeat(28)}]   5 % lesen`,
      `\r[${'█'.repeat(15)}${' '.repeat(15)}]  50 % lesen`,
      `\r[${full}] 100 % lesen\n`,
      `\r[${full}] 100 % suchen\n`,
    ].join(''),
  )
})

test('a log gets a line at each quarter', () => {
  expect(shownBy(false)).toBe('lesen: 0 %\nlesen: 50 %\nlesen: 100 %\nsuchen: 100 %\n')
})
