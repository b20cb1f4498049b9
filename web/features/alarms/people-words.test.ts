import { expect, test } from 'vitest'
import { formatTime } from '#web/texts/formats.ts'
import { peopleInWords } from './people-words.ts'

const at = '2026-06-05T12:00:00.000Z'
const letter = { state: 'SENT', dueAt: null, begunAt: at, endedAt: at, reportedAt: null } as const

test('what became of messages to invited people is said by the owner’s names, also of one who has left', () => {
  const people = [
    { name: 'Anna', letter, pushes: [{ state: 'SENT' as const, begunAt: at, endedAt: at }] },
    { name: null, letter: { ...letter, state: 'STOPPED' as const }, pushes: [] },
  ]
  expect(peopleInWords(people)).toEqual([
    `Anna: E-Mail angenommen ${formatTime(at)} · Push angenommen ${formatTime(at)}`,
    'Nicht mehr eingeladene Person: keine E-Mail, weil nicht mehr nötig oder nicht gewünscht',
  ])
  expect(peopleInWords(undefined)).toEqual([])
})
