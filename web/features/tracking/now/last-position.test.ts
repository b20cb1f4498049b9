import { expect, it, vi } from 'vitest'
import { askLastPosition, isFresh } from './last-position.ts'

it.each([
  ['2026-06-13T12:00:00Z', true],
  ['2026-06-13T11:45:01Z', true],
  ['2026-06-13T11:45:00Z', false],
  ['2026-06-12T12:00:00Z', false],
  ['2026-06-13T12:02:00Z', true],
  ['2026-06-13T12:02:01Z', false],
])('a position of %s is current at noon: %s', (recordedAt, fresh) => {
  expect(isFresh(recordedAt, new Date('2026-06-13T12:00:00Z'))).toBe(fresh)
})

it('is asked before it is shown', async () => {
  const fetched: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    fetched.push(address)
    return Promise.resolve(Response.json({ success: false }, { status: 404 }))
  })
  askLastPosition('spur')
  await vi.waitFor(() => expect(fetched).toEqual(['/api/tracking/latest/spur']), { timeout: 10_000 })
  vi.unstubAllGlobals()
})
