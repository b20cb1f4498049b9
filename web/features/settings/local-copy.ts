import * as z from 'zod/mini'
import { instant } from '#contract/base/place.ts'
import { type UserSettings, userSettings } from '#contract/settings/settings.ts'
import { recall, remember } from '#web/browser/remembered.ts'

const copy = z.object({ settings: userSettings, syncedAt: instant })
export type LocalCopy = z.output<typeof copy>

/** Keeps an account's settings in this browser, for when there is no connection. */
export function keepCopy(userId: string, settings: UserSettings, syncedAt: Date): void {
  remember(nameOf(userId), { settings, syncedAt: syncedAt.toISOString() } satisfies LocalCopy)
}

/** The settings as they were when this browser last had them from the server, or null. */
export function recallCopy(userId: string): LocalCopy | null {
  return recall(nameOf(userId), copy)
}

const nameOf = (userId: string) => `settings.${userId}`
