import type { News } from '#web/api/queries/live-events.ts'

/** What is shown of a device. */
export type Shown = 'device' | 'settings' | 'alarms' | 'last position' | 'history' | 'vehicles'

/** What of a device is fetched again after such an event. */
export function queriesOfEvent(news: News, deviceId: string | null): readonly Shown[] {
  switch (news.type) {
    case 'unknown':
      return ['device', 'settings', 'alarms', 'last position', 'history', 'vehicles']
    // Alarms, vehicles and the last position are asked for every minute or sooner anyway.
    case 'poll':
      return ['device', 'settings', 'history']
    case 'position':
      return news.deviceId === deviceId ? ['device', 'last position', 'history', 'vehicles'] : ['vehicles']
    case 'alarm':
      return news.deviceId === deviceId ? ['device', 'alarms', 'vehicles'] : ['vehicles']
    case 'device':
      return news.deviceId === deviceId ? ['device', 'settings', 'vehicles'] : ['vehicles']
    case 'pois':
      return []
  }
}
