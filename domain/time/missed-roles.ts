import { minuteMs, secondMs } from '#contract/base/time-units.ts'

/** The processes that have a role, by the heartbeats that they leave in the database. */
export interface RoleHeartbeats {
  role: string
  /** How many had one lately. */
  running: number
  /** Since the last heartbeat of any of them. */
  secondsAgo: number
}

const missing: Readonly<Record<string, string>> = {
  api: 'Die Web-App antwortet niemandem.',
  gateway: 'Tracker können nichts melden.',
  jobs: 'Keine E-Mails, keine Alarme, keine Löschungen.',
}

/** A German sentence for each role that there was, and that no process has now. */
export function missedRoles(heartbeats: readonly RoleHeartbeats[]): string[] {
  return heartbeats
    .filter(({ running }) => running === 0)
    .map(({ role, secondsAgo }) => {
      const minutes = Math.floor((secondsAgo * secondMs) / minuteMs)
      return `Seit ${minutes} Minuten läuft kein Prozess mit der Rolle ${role}. ${missing[role] ?? ''}`.trim()
    })
}

export const missedRoleToDo = 'Bitte ihn starten; warum er endete, sagt sein Protokoll.'
