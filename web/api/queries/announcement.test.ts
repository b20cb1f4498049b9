import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announcementLimits } from '#contract/limits/announcement-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { dismiss, notify, shownMessages } from '#web/ui/text/notify.ts'
import { followAnnouncement } from './announcement.ts'

const asked: { announcement?: string } = {}
const ask = async () => asked

const first = 'Am 28.11.2026 von 02:00 Uhr bis 04:00 Uhr: <b>Wartung</b>'
const texts = () => shownMessages.current().map(({ text }) => text)
const closeAll = () => shownMessages.current().forEach(({ id }) => dismiss(id))

beforeEach(() => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, to: string) => kept.set(key, to),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('document', { hidden: false })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is announced stays until it is over, also on a page that stays open', async () => {
  asked.announcement = first
  followAnnouncement(undefined, ask)
  expect(texts()).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(texts()).toEqual([first])
  await vi.advanceTimersByTimeAsync(announcementLimits.askedMinutes * minuteMs)
  expect(texts()).toEqual([first])
  delete asked.announcement
  await vi.advanceTimersByTimeAsync(announcementLimits.askedMinutes * minuteMs)
  expect(texts()).toEqual([])
})

test('what was closed does not come back, but another one does', async () => {
  followAnnouncement(first)
  expect(texts()).toEqual([first])
  closeAll()
  followAnnouncement(undefined, ask)
  await vi.advanceTimersByTimeAsync(0)
  followAnnouncement(first)
  expect(texts()).toEqual([])
  followAnnouncement('Etwas anderes')
  expect(texts()).toEqual(['Etwas anderes'])
  closeAll()
})

test('what is announced makes no room for messages that pass by themselves', () => {
  followAnnouncement('Wartung um fünf')
  for (const text of ['eins', 'zwei', 'drei', 'vier']) notify('success', text)
  expect(texts()).toEqual(['Wartung um fünf', 'drei', 'vier'])
  for (const text of ['fünf', 'sechs', 'sieben']) notify('danger', text)
  expect(texts()).toEqual(['fünf', 'sechs', 'sieben'])
  closeAll()
})
