import { standbyServerLimits } from '#contract/limits/standby-limits.ts'

/** What the primary says about the standbys for which its commits wait. */
export interface StandbySeen {
  /** `synchronous_standby_names`; empty: commits wait for none. */
  names: string
  /** Those that stream, and for which commits wait. */
  following: number
  /** Connections for replication of which this user of the database sees nothing but that they are there. */
  hidden: number
  /** By how much the slowest of them lags; null where none does, or none is seen. */
  lagSeconds: number | null
  /** Whether changes are refused, because no standby confirms commits. */
  writesHeld: boolean
}

/** `hidden`: this user of the database may not see it; `late`: it is there, and lags. */
export type StandbyState = 'none' | 'ok' | 'hidden' | 'late' | 'away'

/**
 * How many standbys each commit waits for: `FIRST 2 (a, b)`, `ANY 1 (a, b)`, `2 (a, b)` or a list, which means one.
 * @see https://www.postgresql.org/docs/15/runtime-config-replication.html#GUC-SYNCHRONOUS-STANDBY-NAMES
 */
export function neededStandbys(names: string): number {
  if (names.trim() === '') return 0
  const [, count = '1'] = /^\s*(?:(?:first|any)\s+)?(\d+)\s*\(/i.exec(names) ?? []
  return Number(count)
}

/** How many of the needed ones are missing; null where this user of the database may not see it. */
export function missingStandbys({ names, following, hidden }: StandbySeen): number | null {
  const needed = neededStandbys(names)
  return needed > 0 && hidden > 0 ? null : Math.max(0, needed - following)
}

export function standbyState(seen: StandbySeen): StandbyState {
  if (neededStandbys(seen.names) === 0) return 'none'
  const missing = missingStandbys(seen)
  if (missing !== null && missing > 0) return 'away'
  if (seen.writesHeld || (seen.lagSeconds ?? 0) > standbyServerLimits.lagSeconds) return 'late'
  return missing === null ? 'hidden' : 'ok'
}

const goOnWithout =
  "Bitte ihn starten, oder ohne ihn weitermachen: alter system set synchronous_standby_names = ''; select pg_reload_conf()."
const lookAtIt = 'Bitte seine Platte und das Netz zu ihm prüfen: select * from pg_stat_replication.'

/** German sentences: what it means, and what to do. Null where all is well. */
export function standbyAdvice(seen: StandbySeen): { state: string; toDo: string } | null {
  const effect = 'Änderungen werden nicht gespeichert, Tracker behalten ihre Meldungen.'
  switch (standbyState(seen)) {
    case 'none':
    case 'ok':
      return null
    case 'away':
      return { state: `Der synchrone Standby der Datenbank fehlt: ${effect}`, toDo: goOnWithout }
    case 'late':
      return seen.writesHeld
        ? { state: `Der synchrone Standby der Datenbank bestätigt nichts: ${effect}`, toDo: goOnWithout }
        : {
            state: `Der synchrone Standby der Datenbank liegt ${Math.round(seen.lagSeconds ?? 0)} Sekunden zurück.`,
            toDo: lookAtIt,
          }
    case 'hidden':
      return {
        state: 'Ob der synchrone Standby folgt, darf dieser Benutzer der Datenbank nicht sehen.',
        toDo: 'Bitte als Superuser: grant pg_read_all_stats to BENUTZER.',
      }
  }
}

/** Whether nothing can be changed. */
export function isStandbyMissed(seen: StandbySeen): boolean {
  return standbyState(seen) === 'away' || (standbyState(seen) === 'late' && seen.writesHeld)
}
