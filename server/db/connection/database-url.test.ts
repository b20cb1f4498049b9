import { expect, test } from 'vitest'
import { databaseUrlsOf } from './database-url.ts'

test.each<[string, readonly string[]]>([
  ['postgresql://u:p@one:5433/w', ['postgresql://u:p@one:5433/w']],
  ['postgres://u@one/w?sslmode=verify-full', ['postgres://u@one/w?sslmode=verify-full']],
  ['postgres://u:p%40@one:5432,two:5433/w', ['postgres://u:p%40@one:5432/w', 'postgres://u:p%40@two:5433/w']],
  ['postgres://u@one,two/w?target_session_attrs=read-write', ['postgres://u@one/w', 'postgres://u@two/w']],
  ['postgres://u@[::1]:5432,two/w', ['postgres://u@[::1]:5432/w', 'postgres://u@two/w']],
  [
    'postgresql:///w?host=/run/one,/run/two&port=5432,5433&user=u',
    ['postgresql:///w?host=%2Frun%2Fone&port=5432&user=u', 'postgresql:///w?host=%2Frun%2Ftwo&port=5433&user=u'],
  ],
  [
    'postgresql:///w?host=/run/one,/run/two',
    ['postgresql:///w?host=%2Frun%2Fone', 'postgresql:///w?host=%2Frun%2Ftwo'],
  ],
])('%s', (url, each) => {
  expect(databaseUrlsOf(url)).toEqual(each)
})

test.each([
  'localhost:5432/w',
  'mysql://u@one/w',
  'host=one dbname=w',
  'postgres://u@one:port/w',
  'postgres://u@one,two:99999/w',
  'postgres://u@one,two/w?target_session_attrs=standby',
])('%s is none', (url) => {
  expect(databaseUrlsOf(url)).toBeNull()
})
