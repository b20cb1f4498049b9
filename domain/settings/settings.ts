import type { PoiCategory } from '#contract/pois/pois.ts'
import type {
  CategorySettings,
  LedSettings,
  LedSettingsChange,
  WarningSettings,
  WarningSettingsChange,
} from '#contract/settings/settings.ts'
import { withChange } from '#domain/changes/with-change.ts'

/** How early a category warns before anybody changes it: motorcycle hazards earlier than cameras. */
const deliveredMetres: Record<PoiCategory, number> = {
  stationarySpeedCameras: 500,
  mobileSpeedCameras: 500,
  weather: 2000,
  accidents: 1000,
  motorcycleHazards: 800,
}

const deliveredColours: Record<PoiCategory, string> = {
  stationarySpeedCameras: '#6b7280',
  mobileSpeedCameras: '#ea7a1a',
  weather: '#0d9488',
  accidents: '#dc2626',
  motorcycleHazards: '#7c3aed',
}

/** Drivers may not be warned of these while driving (§ 23 (1c) StVO): off until the user decides otherwise. */
const cameraCategories: ReadonlySet<PoiCategory> = new Set(['stationarySpeedCameras', 'mobileSpeedCameras'])

/** The settings of a user or device that has none of its own yet. */
export function deliveredSettings(): WarningSettings {
  return {
    categories: byCategory((category): CategorySettings => ({
      enabled: !cameraCategories.has(category),
      disabledTypes: [],
      measure: 'metres',
      metres: deliveredMetres[category],
      seconds: 20,
      acoustic: category !== 'weather',
      visual: true,
    })),
    quietHours: { enabled: false, from: '22:00', to: '06:00' },
  }
}

export function deliveredLed(): LedSettings {
  return { brightness: 70, colours: byCategory((category) => deliveredColours[category]) }
}

export function changedSettings(
  stored: WarningSettings,
  { categories = {}, quietHours = {} }: WarningSettingsChange,
): WarningSettings {
  return {
    categories: byCategory((category) => withChange(stored.categories[category], categories[category] ?? {})),
    quietHours: withChange(stored.quietHours, quietHours),
  }
}

export function changedLed(stored: LedSettings, change: LedSettingsChange): LedSettings {
  const { brightness = stored.brightness, colours = {} } = change
  return { brightness, colours: withChange(stored.colours, colours) }
}

function byCategory<T>(make: (category: PoiCategory) => T): Record<PoiCategory, T> {
  return {
    stationarySpeedCameras: make('stationarySpeedCameras'),
    mobileSpeedCameras: make('mobileSpeedCameras'),
    weather: make('weather'),
    accidents: make('accidents'),
    motorcycleHazards: make('motorcycleHazards'),
  }
}

/**
 * Whether a local time (`HH:MM`, Europe/Berlin) lies in the quiet hours. `from` is quiet, `to` no longer is;
 * `from` after `to` means over midnight, equal ones mean the whole day.
 */
export function isQuiet(quietHours: WarningSettings['quietHours'], localTime: string): boolean {
  const { enabled, from, to } = quietHours
  if (!enabled) return false
  if (from === to) return true
  return from < to ? localTime >= from && localTime < to : localTime >= from || localTime < to
}
