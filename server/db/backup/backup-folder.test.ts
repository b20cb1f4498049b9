import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteBackups, newestBackup } from './backup-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-backups-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const day = (date: string) => new Date(`${date}T02:40:00Z`)

function write(name: string, date: string): void {
  writeFileSync(join(folder, name), '')
  utimesSync(join(folder, name), day(date), day(date))
}

test('the newest backup counts, and neither an unfinished one nor another file', async () => {
  expect(await newestBackup(folder)).toBe(null)
  write('one.backup', '2026-11-20')
  write('two.backup', '2026-11-21')
  write('three.backup.unfertig-1', '2026-11-22')
  write('notes.txt', '2026-11-23')
  expect(await newestBackup(folder)).toEqual(day('2026-11-21'))
  expect(await newestBackup(join(folder, 'nowhere'))).toBe(null)
})

test('what is older is deleted, and nothing but backups', async () => {
  write('old.backup', '2026-11-07')
  write('new.backup', '2026-11-08')
  write('old.txt', '2026-11-01')
  expect(await deleteBackups(folder, day('2026-11-08'))).toBe(1)
  expect(readdirSync(folder).toSorted()).toEqual(['new.backup', 'old.txt'])
})
