import { expect, test } from 'vitest'
import { createEventParser } from './event-parser.ts'

const read = (...pieces: string[]) => pieces.flatMap(createEventParser())

test.each([
  ['nothing', [''], []],
  ['a heartbeat', [':\n\n'], []],
  ['one event', ['data: {"a":1}\n\n'], ['{"a":1}']],
  ['events with a heartbeat between', ['data: 1\n\n:\n\ndata: 2\n\n'], ['1', '2']],
  ['an event in pieces', ['da', 'ta: 1', '2\n', '\nda', 'ta: 3\n\n'], ['12', '3']],
  ['an event of several lines', ['data: 1\ndata: 2\n\n'], ['1\n2']],
  ['lines that end with both characters, cut between them', ['data: 1\r', '\n\r\n'], ['1']],
  ['data without the space', ['data:1\n\n'], ['1']],
  ['an event with a name and an id', ['event: x\nid: 7\ndata: 1\nretry: 5\n\n'], ['1']],
  ['what has not ended', ['data: 1\n'], []],
])('%s is read', (_name, pieces, expected) => {
  expect(read(...pieces)).toEqual(expected)
})
