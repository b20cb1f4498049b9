import { afterEach, expect, test, vi } from 'vitest'
import { prefetch } from './prefetch.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  { path: '/tracking', asked: ['/api/devices', '/api/vehicle-states'] },
  { path: '/einrichten', asked: ['/api/devices', '/api/vehicle-states'] },
  { path: '/dashboard', asked: ['/api/vehicle-states', '/api/weather/preferences/current-warnings'] },
  {
    path: '/devicesandlicenses',
    asked: [
      '/api/devices',
      '/api/vehicle-states',
      '/api/devices/status-overview',
      '/api/devices/licenses',
      '/api/devices/licenses/overview',
    ],
  },
  { path: '/pois', asked: ['/api/poi/weather', '/api/weather/preferences/current-warnings'] },
  { path: '/support', asked: [] },
])('what $path asks first is asked before it is drawn', async ({ path, asked }) => {
  const fetched: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    fetched.push(address)
    return Promise.resolve(Response.json({ success: false }, { status: 404 }))
  })
  prefetch(path, async () => undefined)
  await vi.waitFor(() => expect(fetched).toEqual(asked), { timeout: 10_000 })
})

test('the map’s code comes beside that of the screen that is a map, and beside no other', () => {
  const fetchMap = vi.fn<() => Promise<void>>(async () => undefined)
  prefetch('/dashboard', fetchMap)
  expect(fetchMap).not.toHaveBeenCalled()
  prefetch('/pois', fetchMap)
  expect(fetchMap).toHaveBeenCalledOnce()
})
