import { useEffect, useEffectEvent } from 'react'
import type { ShownTracking } from '#web/features/tracking/shown-tracking.ts'
import { useTabInAddress } from '#web/browser/use-tab-in-address.ts'

export const trackingTabs = ['now', 'rides', 'alarm', 'settings'] as const
export type TrackingTab = (typeof trackingTabs)[number]

/** What an address without a tab asks for: what became of an alarm, or a time of the rides. */
type Asked = 'alarm' | 'rides' | null

/**
 * The tab that is shown where the address names none: the rides if it asks for a time of them, the settings while tracking
 * is off, else what is now. Null while that is not known.
 */
export function tabWithoutName(
  asked: Asked,
  { settings, trackingEnabled }: Pick<ShownTracking, 'settings' | 'trackingEnabled'>,
): TrackingTab | null {
  if (asked !== null) return asked === 'rides' ? 'rides' : 'now'
  if (settings === 'loading') return null
  return settings === 'known' && !trackingEnabled ? 'settings' : 'now'
}

/** The tab on the screen, and how to show another. */
export function useTrackingTab(asked: Asked, shown: ShownTracking) {
  const [named, show] = useTabInAddress(trackingTabs)
  const tab = named ?? tabWithoutName(asked, shown)
  // Switching tracking on leaves the settings open.
  const nameSettings = useEffectEvent(() => show('settings', { replace: true }))
  useEffect(() => {
    if (named === null && tab === 'settings') nameSettings()
  }, [named, tab])
  return { tab, show }
}
