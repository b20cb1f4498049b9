import { mapLimits } from '#contract/map-limits.ts'
import { secondMs } from '#contract/time-units.ts'

/** Renewed every minute, but not while the tab is hidden; what is shown stays until something newer has come. */
export const everyMinute = { refetchInterval: mapLimits.refreshSeconds * secondMs, refetchIntervalInBackground: false }
