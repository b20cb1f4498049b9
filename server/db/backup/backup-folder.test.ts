import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteAbandoned, deleteBackups, newestBackup } from './backup-folder.ts'

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

const now = day('2026-11-22')

test('the newest backup counts, and neither an unfinished one nor another file', async () => {
  expect(await newestBackup(folder, now)).toBe(null)
  write('one.backup', '2026-11-20')
  write('two.backup', '2026-11-21')
  write('three.backup.unfertig-1', '2026-11-22')
  write('notes.txt', '2026-11-23')
  expect(await newestBackup(folder, now)).toEqual(day('2026-11-21'))
  expect(await newestBackup(join(folder, 'nowhere'), now)).toBe(null)
})

test('what is older is deleted, and nothing but backups', async () => {
  write('old.backup', '2026-11-07')
  write('new.backup', '2026-11-08')
  write('old.txt', '2026-11-01')
  expect(await deleteBackups(folder, day('2026-11-08'))).toBe(1)
  expect(readdirSync(folder).toSorted()).toEqual(['new.backup', 'old.txt'])
})

test('a backup that is dated ahead says nothing about when the last good one was made', async () => {
  write('ahead.backup', '2027-11-22')
  expect(await newestBackup(folder, now)).toBe(null)
  write('one.backup', '2026-11-20')
  expect(await newestBackup(folder, now)).toEqual(day('2026-11-20'))
  // The clock of a folder on another machine.
  const minuteAhead = new Date(now.getTime() + 60_000)
  utimesSync(join(folder, 'one.backup'), minuteAhead, minuteAhead)
  expect(await newestBackup(folder, now)).toEqual(minuteAhead)
})

test('what killed commands left is deleted after a day, and nothing that is still written', async () => {
  write('old.backup.unfertig-0a1b2c3d', '2026-11-20')
  write('new.backup.unfertig-0a1b2c3d', '2026-11-22')
  write('old.backup', '2026-11-20')
  write('other.unfertig-notes', '2026-11-20')
  expect(await deleteAbandoned(folder, now)).toBe(1)
  expect(readdirSync(folder).toSorted()).toEqual(['new.backup.unfertig-0a1b2c3d', 'old.backup', 'other.unfertig-notes'])
})
