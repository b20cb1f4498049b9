import { describe, expect, it } from 'vitest'
import { correctionOf, noDetails, reportDetailsOf, reportedOf } from './report-form.ts'

describe('the details of a report', () => {
  it('that are left empty are not known', () => {
    expect(reportedOf('MobileSpeedCamera', noDetails)).toEqual({})
  })

  it('are sent as numbers and as an instant of German time', () => {
    const details = { speed: '50', direction: '90', end: '2026-07-01T14:00' }
    expect(reportedOf('MobileSpeedCamera', details)).toEqual({ speed: 50, direction: 90 })
    expect(reportedOf('LongTermRoadwork', details)).toEqual({
      direction: 90,
      expiresAt: '2026-07-01T12:00:00.000Z',
    })
  })

  it('with an end that cannot be read are not sent', () => {
    expect(reportedOf('TemporaryRoadwork', { ...noDetails, end: '2026-07' })).toBeNull()
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

  it('that were emptied are sent as null, and unknown ones not at all', () => {
    const before = { speed: '50', direction: '', end: '2026-07-01T14:00' }
    expect(correctionOf('MobileSpeedCamera', { ...before, end: '' }, noDetails)).toStrictEqual({ speed: null })
    expect(correctionOf('LongTermRoadwork', before, { ...noDetails, direction: '90' })).toStrictEqual({
      expiresAt: null,
      direction: 90,
    })
    expect(correctionOf('LongTermRoadwork', before, { ...before, end: '2026-07' })).toBeNull()
  })
})
