import { expect, test } from 'vitest'
import { databaseServersOf } from './database-tls.ts'

const none = { PGHOST: undefined, PGSSLMODE: undefined }

test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=allow', false],
  ['?sslmode=prefer', false],
  ['?sslmode=no-verify', false],
  ['?sslmode=require', true],
  ['?sslmode=verify-ca', true],
  ['?sslmode=verify-full', true],
  ['?sslmode=something', false],
  ['?sslmode=require&uselibpqcompat=true', false],
  ['?sslmode=require&uselibpqcompat=true&sslrootcert=/ca.pem', true],
  ['?sslmode=verify-full&uselibpqcompat=true', true],
  ['?sslmode=disable&sslrootcert=/ca.pem', false],
  ['?sslrootcert=/ca.pem', true],
  ['?ssl=true', true],
  ['?ssl=1', true],
  ['?ssl=0', false],
  ['?ssl=false', false],
  ['?ssl=no-verify', false],
  ['?ssl=true&sslmode=disable', false],
  ['?sslnegotiation=direct', true],
  ['?sslmode=require&sslmode=disable', false],
])('a server with “%s” is proven: %s', (query, isProven) => {
  expect(databaseServersOf(`postgresql://u:p@db.example/w${query}`, none)).toEqual([{ host: 'db.example', isProven }])
})

test('each of several servers is named, wherever its name stands', () => {
  const hosts = (url: string) => databaseServersOf(url, none).map(({ host }) => host)
  expect(hosts('postgresql://u@one,two.example:5433/w')).toEqual(['one', 'two.example'])
  expect(hosts('postgresql:///w?host=/run/postgresql,two.example&user=u')).toEqual(['/run/postgresql', 'two.example'])
  expect(hosts('postgresql://u@%2Frun%2Fpostgresql/w')).toEqual(['/run/postgresql'])
  expect(hosts('postgresql://u@localhost/w?host=db.example')).toEqual(['db.example'])
  expect(hosts('postgresql://u@[2001:db8::1]/w')).toEqual(['[2001:db8::1]'])
})

test('what the URL leaves out comes from the surroundings, and the URL comes before them', () => {
  const outside = { PGHOST: 'db.example', PGSSLMODE: 'verify-full' }
  expect(databaseServersOf('postgresql:///w', outside)).toEqual([{ host: 'db.example', isProven: true }])
  expect(databaseServersOf('postgresql://u@one/w?sslmode=disable', outside)).toEqual([{ host: 'one', isProven: false }])
  expect(databaseServersOf('postgresql:///w', { ...outside, PGSSLMODE: 'prefer' })).toEqual([
    { host: 'db.example', isProven: false },
  ])
  expect(databaseServersOf('postgresql:///w', none)).toEqual([{ host: 'localhost', isProven: false }])
})
