import { dayMinutes, minuteMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'

/* What the writers of all features have in common (`writers.ts`). */

export const now = new Date('2026-11-21T12:00:00Z')
export const minutes = (count: number) => new Date(now.getTime() + count * minuteMs)
export const days = (count: number) => minutes(count * dayMinutes)

/** Anna has the first and the third tracker, Bert the second; the fourth is nobody's. */
export const imeis = ['350000000000001', '350000000000002', '350000000000003', '350000000000004'] as const
export const [firstImei, secondImei, thirdImei, freeImei] = imeis
export const first = `device-${firstImei}`
export const second = `device-${secondImei}`
export const third = `device-${thirdImei}`
export const place = { latitude: 49.0069, longitude: 8.4037 }

export interface Writer {
  name: string
  /** @param id of what it adds. */
  write(database: Database, id: string): Promise<unknown>
  /** It skips rows that others hold, or has several transactions. Two at once need not end like one after the other. */
  isPartial?: true
  /** The first device's owner calls it, so it must not change a device that belongs to somebody else by then. */
  isOwners?: true
  /** What it needs besides the world. */
  prepare?: (database: Database) => Promise<unknown>
}

/** What a feature writes, and what its writers write to. */
export interface WorldPart {
  /** Adds its rows to those of the parts before it. */
  put?: (database: Database) => Promise<unknown>
  writers: readonly Writer[]
  /** Owners' calls that change one row of their device. */
  ownersChanges?: readonly Writer[]
}
