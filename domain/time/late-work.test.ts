import { expect, test } from 'vitest'
import { isForOperator, manyPutOff } from './late-work.ts'

test.each([
  ['nothing is late', { waiting: 0, failed: 0, putOff: 0 }, false],
  ['our mail server accepts nothing', { waiting: 1, failed: 0, putOff: 0 }, true],
  ['work was given up', { waiting: 0, failed: 1, putOff: 0 }, true],
  ['one mailbox accepts nothing', { waiting: 1, failed: 0, putOff: 1 }, false],
  ['one mailbox has accepted nothing for a day', { waiting: 0, failed: 1, putOff: 1 }, false],
  ['one mailbox, and other work that is late for another reason', { waiting: 2, failed: 0, putOff: 1 }, true],
  ['some mailboxes', { waiting: manyPutOff - 2, failed: 1, putOff: manyPutOff - 1 }, false],
  ['many mailboxes', { waiting: manyPutOff, failed: 0, putOff: manyPutOff }, true],
])('%s, %o: whether the operator is to know', (_what, late, expected) => {
  expect(isForOperator(late)).toBe(expected)
})
