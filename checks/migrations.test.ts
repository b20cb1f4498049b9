import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** One line per migration, as `sha256sum` writes it: the hash, two blanks, the name of its file. */
const list = readFileSync('checks/migrations.sha256', 'utf8')
const files = globSync('server/db/migrations/*.ts').toSorted()
const lines = files.map((file) => {
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  return `${hash}  ${basename(file)}`
})
const frozen = new Map(list.split('\n').map((line) => [line.slice(66), line]))

test('a migration never changes, because databases have already run it: a change is a new migration', () => {
  const changed = lines.filter((line) => frozen.has(line.slice(66)) && frozen.get(line.slice(66)) !== line)
  expect(changed, 'put these back as they were, and write a new migration').toEqual([])
  const present = new Set(lines.map((line) => line.slice(66)))
  expect([...frozen.keys()].filter((name) => name !== '' && !present.has(name))).toEqual([])
})

test('a new migration has its line in checks/migrations.sha256', () => {
  expect(
    lines.filter((line) => !frozen.has(line.slice(66))),
    'add these lines',
  ).toEqual([])
})
