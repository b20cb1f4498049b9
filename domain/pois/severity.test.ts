import { expect, test } from 'vitest'
import type { Poi, PoiType } from '#contract/pois/pois.ts'
import { severityOf, worstFirst } from './severity.ts'

const poi = (poiType: PoiType, note?: string): Pick<Poi, 'poiType' | 'details'> => ({
  poiType,
  details: {
    source: 'test',
    attribution: '',
    fetchedAt: '2026-11-21T12:00:00.000Z',
    ...(note !== undefined && { note }),
  },
})
const hotspot = (reason: string) => poi('AccidentHotspotMoto', `${reason}. Zu erwarten: etwa 1,2 im Jahr.`)

test.each([
  [poi('SpeedControl'), 2],
  [poi('Obstacle', '3 tödlich'), 2],
  [poi('AccidentHotspotMoto', 'Beispieldaten'), 2],
  [hotspot('5 Motorradunfälle 2020'), 1],
  [hotspot('6 Motorradunfälle 2020'), 2],
  [hotspot('2 Motorradunfälle 2020, 1 schwer'), 2],
  [hotspot('4 Motorradunfälle 2020, 3 schwer'), 3],
  [hotspot('2 Motorradunfälle 2020, 1 tödlich'), 3],
])('the severity of case %# is %#', (each, severity) => {
  expect(severityOf(each)).toBe(severity)
})

test('the worst come first, and what is equally bad stays in its order', () => {
  const [camera, slight, fatal, jam] = [
    poi('SpeedControl'),
    hotspot('2 Motorradunfälle 2020'),
    hotspot('2 Motorradunfälle 2020, 1 tödlich'),
    poi('TrafficJam'),
  ]
  expect(worstFirst([camera, slight, fatal, jam])).toEqual([fatal, camera, jam, slight])
})
