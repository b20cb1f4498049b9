import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createOutageLog, isDatabaseAway, isPartAway } from './outage.ts'

const errorOfServer = (code: string) => Object.assign(new pg.DatabaseError('', 0, 'error'), { code })
const errorOfSystem = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall })

test.each([
  ['a refused connection', errorOfSystem('ECONNREFUSED'), true],
  ['a socket that does not exist', errorOfSystem('ENOENT', 'connect'), true],
  ['a file that does not exist', errorOfSystem('ENOENT', 'open'), false],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), true],
  ['a server that stops', errorOfServer('57P01'), true],
  ['a full disk', errorOfServer('53100'), true],
  ['a full memory', errorOfServer('53200'), true],
  ['a disk that fails', errorOfServer('58030'), true],
  ['a standby, or a primary that waits for one', errorOfServer('25006'), true],
  ['too many clients', errorOfServer('53300'), true],
  ['a limit of one query', errorOfServer('53400'), false],
  ['a value that does not fit the column', errorOfServer('22003'), false],
  ['a mistake of ours', errorOfServer('42601'), false],
  ['several addresses of one host', new AggregateError([errorOfSystem('ECONNREFUSED')]), true],
])('%s: whether the database is away is %o', (_what, error, expected) => {
  expect(isDatabaseAway(error)).toBe(expected)
})

test.each([
  ['a lost connection to one of several servers', { code: '08006', severity: 'ERROR' }, true],
  ['what a pooler says of the database itself', { code: '08P01', severity: 'FATAL' }, false],
  ['the end of our own connection', { code: '08006', severity: 'FATAL' }, false],
  ['a full disk', { code: '53100', severity: 'ERROR' }, false],
])('%s: whether a part is away is %o', (_what, said, expected) => {
  expect(isPartAway(Object.assign(new pg.DatabaseError('', 0, 'error'), said))).toBe(expected)
})

test('an outage is logged once, however many calls meet it, and so is another one at the same time', () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const tell = createOutageLog(log, 'calls fail')
  for (let call = 0; call < 1000; call += 1) tell(errorOfServer('53100'))
  tell(errorOfSystem('ECONNREFUSED'))
  expect(lines).toMatchObject([
    { code: '53100', msg: 'calls fail' },
    { code: 'ECONNREFUSED', msg: 'calls fail' },
  ])
})
