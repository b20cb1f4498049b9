import type { News } from '#web/api/live-events.ts'

/** What is shown of a device. */
export type Shown = 'device' | 'settings' | 'alarms' | 'last position' | 'history'

/** What of a device is asked for anew at such news. */
export function renewedBy(news: News, deviceId: string | null): readonly Shown[] {
  switch (news.type) {
    case 'unknown':
      return ['device', 'settings', 'alarms', 'last position', 'history']
    // Alarms and the last position are asked for every minute or sooner anyway.
    case 'untold':
      return ['device', 'settings', 'history']
    case 'position':
      return news.deviceId === deviceId ? ['device', 'last position', 'history'] : []
    case 'alarm':
      return news.deviceId === deviceId ? ['device', 'alarms'] : []
    case 'device':
      return news.deviceId === deviceId ? ['device', 'settings'] : []
    case 'pois':
      return []
  }
}
