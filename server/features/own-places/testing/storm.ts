import type { createWeatherImport } from '#server/features/weather/weather-import.store.ts'

type Edition = Parameters<ReturnType<typeof createWeatherImport>['replace']>[0]

/** An edition of warnings with one of a storm, for all within a degree of a place. */
export function stormOver({ latitude, longitude }: { latitude: number; longitude: number }, at: Date): Edition {
  const [west, south, east, north] = [longitude - 1, latitude - 1, longitude + 1, latitude + 1]
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const storm: Edition['records'][number] = {
    id: 'storm',
    warningType: 'STURM',
    headline: 'Amtliche WARNUNG vor STURM',
    description: '',
    instruction: null,
    level: 3,
    regionName: 'Stadt Karlsruhe',
    area: { type: 'MultiPolygon', coordinates: [[ring]] },
    validFrom: at.toISOString(),
    validUntil: null,
    sentAt: at.toISOString(),
    attribution: 'Quelle: Deutscher Wetterdienst',
    aboveMetres: null,
    belowMetres: null,
  }
  return { source: 'test', attribution: '', edition: 0, at, records: [storm] }
}
