import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createOutageLog, isDatabaseAway } from './outage.ts'

const saidByServer = (code: string) => Object.assign(new pg.DatabaseError('', 0, 'error'), { code })
const saidBySystem = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall })

test.each([
  ['a refused connection', saidBySystem('ECONNREFUSED'), true],
  ['a socket that is not there', saidBySystem('ENOENT', 'connect'), true],
  ['a file that is not there', saidBySystem('ENOENT', 'open'), false],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), true],
  ['a server that stops', saidByServer('57P01'), true],
  ['a full disk', saidByServer('53100'), true],
  ['a full memory', saidByServer('53200'), true],
  ['a disk that fails', saidByServer('58030'), true],
  ['too many clients', saidByServer('53300'), true],
  ['a limit of one query', saidByServer('53400'), false],
  ['a value that no column holds', saidByServer('22003'), false],
  ['a mistake of ours', saidByServer('42601'), false],
  ['several addresses of one host', new AggregateError([saidBySystem('ECONNREFUSED')]), true],
])('%s: whether the database is away is %o', (_what, error, expected) => {
  expect(isDatabaseAway(error)).toBe(expected)
})

test('an outage is said once, however many calls meet it, and another one beside it', () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const tell = createOutageLog(log, 'calls fail')
  for (let call = 0; call < 1000; call += 1) tell(saidByServer('53100'))
  tell(saidBySystem('ECONNREFUSED'))
  expect(lines).toMatchObject([
    { code: '53100', msg: 'calls fail' },
    { code: 'ECONNREFUSED', msg: 'calls fail' },
  ])
})
