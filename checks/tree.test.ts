import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

/* The tree can be looked through: beside tests no folder has more files than a screen shows, and no file more than a few. */

const filesInFolder = 25
const linesInFile = 300

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && !file.includes('.test.'))

/** What is read one by one, by its number or by the story's name. */
const listed = ['server/db/migrations', 'docs/decisions', 'e2e']

const overfull = (files: readonly string[]): string[] =>
  [...Map.groupBy(files, (file) => dirname(file))]
    .filter(([folder, own]) => own.length > filesInFolder && !listed.includes(folder))
    .map(([folder, own]) => `${folder}: ${own.length}`)

const isCode = (file: string) => /^(contract|domain|server|web|run)\/.*\.tsx?$/.test(file)

function longFiles(files: readonly string[], linesOf: (file: string) => number): string[] {
  return files.filter((file) => isCode(file) && linesOf(file) > linesInFile)
}

test(`no folder has more than ${filesInFolder} files beside its tests: it gets rooms`, () => {
  expect(overfull(sources)).toEqual([])
})

test(`no source has more than ${linesInFile} lines: it gets parts`, () => {
  expect(longFiles(sources, (file) => readFileSync(file, 'utf8').trimEnd().split('\n').length)).toEqual([])
})

test('a planted file too many is found, and so is a line too many', () => {
  const files = Array.from({ length: filesInFolder }, (_, number) => `web/ui/text/${number}.ts`)
  expect(overfull(files)).toEqual([])
  expect(overfull([...files, 'web/ui/text/more.css'])).toEqual([`web/ui/text: ${filesInFolder + 1}`])
  expect(longFiles(['web/a.ts', 'docs/a.md'], () => linesInFile)).toEqual([])
  expect(longFiles(['web/a.ts', 'docs/a.md'], () => linesInFile + 1)).toEqual(['web/a.ts'])
})
