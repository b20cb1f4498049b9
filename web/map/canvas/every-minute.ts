import { mapLimits } from '#contract/limits/map-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'

/** Renewed every minute, but not while the tab is hidden; what is shown stays until something newer has come. */
export const everyMinute = { refetchInterval: mapLimits.refreshSeconds * secondMs, refetchIntervalInBackground: false }
