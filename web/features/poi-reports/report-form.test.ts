import { describe, expect, it } from 'vitest'
import { reportChangeOf, reportDetailsOf, noDetails } from './report-form.ts'

describe('the details of a report', () => {
  it('that are left empty are not known', () => {
    expect(reportChangeOf('MobileSpeedCamera', noDetails)).toEqual({})
  })

  it('are sent as numbers and as an instant of German time', () => {
    const details = { speed: '50', direction: '90', end: '2026-07-01T14:00' }
    expect(reportChangeOf('MobileSpeedCamera', details)).toEqual({ speed: 50, direction: 90 })
    expect(reportChangeOf('LongTermRoadwork', details)).toEqual({
      direction: 90,
      expiresAt: '2026-07-01T12:00:00.000Z',
    })
  })

  it('with an end that cannot be read are not sent', () => {
    expect(reportChangeOf('TemporaryRoadwork', { ...noDetails, end: '2026-07' })).toBeNull()
  })

  it('of an existing report are shown as they were given', () => {
    const poi = {
      id: '1',
      poiType: 'LongTermRoadwork' as const,
      latitude: 49,
      longitude: 8,
      street: null,
      postcode: null,
      city: null,
      speed: 30,
      createdAt: '2026-07-01T12:00:00Z',
      updatedAt: '2026-07-01T12:00:00Z',
      details: {
        source: 'reports',
        attribution: '',
        fetchedAt: '2026-07-01T12:00:00Z',
        direction: 45,
        expiresAt: '2026-07-02T12:00:00Z',
      },
    }
    expect(reportDetailsOf(poi)).toEqual({ speed: '30', direction: '45', end: '2026-07-02T14:00' })
    expect(reportDetailsOf({ ...poi, poiType: 'Accident' }).end).toBe('')
  })
})
