import { type BackupSeen, backupState } from '#domain/health/last-backup.ts'
import { isStandbyMissed, standbyAdvice, type StandbySeen } from '#domain/health/standby.ts'
import { missedRoles, missedRoleToDo, type RoleHeartbeats } from '#domain/time/missed-roles.ts'
import { overdueMinutes } from '#server/jobs/overdue-work.ts'

/** What the status page judges; the same as in health and metrics. */
export interface Observed {
  now: Date
  standby: StandbySeen
  backup: BackupSeen
  jobs: 'ok' | 'down' | 'elsewhere'
  roles: readonly RoleHeartbeats[]
  overdue: readonly { queue: string; waiting: number; failed: number }[]
  feeds: readonly { feed: string; lastSuccessAt: string | null; failing: boolean }[]
  refusesFixes: boolean
  silentServers: ReadonlyMap<string, Date>
  clockBehindSeconds: number | null
  lastReportAt: Date | null
  eventLoopSeconds: number
  connectionsWaiting: number
  alarmEmails: readonly { state: string; count: number }[]
  hearsDatabase: boolean
  settingWarnings: readonly string[]
}

/** A German sentence about a part of the product, and what to do where it is not well. */
export interface Advice {
  part: string
  state: string
  /** Null: nothing. */
  toDo: string | null
}

const slowLoopSeconds = 0.2

export function adviceFor(seen: Observed): Advice[] {
  return [
    ...standbyAdviceOf(seen),
    ...backupAdvice(seen),
    ...missedRoles(seen.roles).map((state) => ({ part: 'Prozesse', state, toDo: missedRoleToDo })),
    jobsAdvice(seen),
    ...seen.overdue.map(overdueAdvice),
    fixesAdvice(seen),
    ...silentServers(seen),
    ...clockAdvice(seen),
    ...seen.feeds.filter(({ failing }) => failing).map(feedAdvice),
    ...alarmAdvice(seen),
    ...hearingAdvice(seen),
    ...seen.settingWarnings.map(settingAdvice),
    loadAdvice(seen),
  ]
}

function standbyAdviceOf({ standby }: Observed): Advice[] {
  const advice = standbyAdvice(standby)
  return advice === null ? [] : [{ part: 'Standby der Datenbank', ...advice }]
}

function backupAdvice({ backup, now }: Observed): Advice[] {
  const state = backupState(backup, now)
  if (backup === null || state === 'none') return []
  const last = `zuletzt ${backup.lastAt === null ? 'nie' : backup.lastAt.toISOString()}`
  const toDo = 'journalctl -u wegwarte-backup nennt den Grund; danach: systemctl start wegwarte-backup'
  return [{ part: 'Sicherung', state: last, toDo: state === 'late' ? toDo : null }]
}

function jobsAdvice({ jobs }: Observed): Advice {
  const part = 'Aufgaben'
  if (jobs !== 'down') return { part, state: 'werden erledigt', toDo: null }
  return {
    part,
    state: `Kein Prozess erledigt sie seit mehr als ${overdueMinutes} Minuten: keine E-Mails, keine Alarme, keine Löschungen.`,
    toDo: 'Den Prozess mit der Rolle jobs starten; warum er endete, sagt sein Protokoll.',
  }
}

function overdueAdvice({ queue, waiting, failed }: Observed['overdue'][number]): Advice {
  const isMail = /mail/.test(queue)
  return {
    part: `Aufgabe ${queue}`,
    state: [
      ...(waiting > 0 ? [`${waiting} warten zu lange`] : []),
      ...(failed > 0 ? [`${failed} aufgegeben`] : []),
    ].join(', '),
    toDo: isMail
      ? 'mail test E-MAIL sagt, was der Mailserver antwortet; danach „jobs retry“ mit diesem Namen.'
      : 'Im Protokoll nach dem Namen suchen; danach „jobs retry“ mit diesem Namen.',
  }
}

function fixesAdvice({ refusesFixes, lastReportAt, standby }: Observed): Advice {
  const part = 'Meldungen der Tracker'
  if (refusesFixes) {
    return {
      part,
      state: 'lassen sich nicht speichern; die Tracker behalten sie.',
      toDo: isStandbyMissed(standby)
        ? 'Der Standby der Datenbank fehlt; was zu tun ist, steht dort.'
        : 'Freien Platz der Datenbank prüfen; den Grund nennt das Protokoll.',
    }
  }
  return { part, state: lastReportAt === null ? 'noch keine' : `zuletzt ${lastReportAt.toISOString()}`, toDo: null }
}

function silentServers({ silentServers: silent }: Observed): Advice[] {
  return [...silent].map(([server, since]) => ({
    part: `Positionen auf ${server}`,
    state: `Dieser Server antwortet nicht, seit ${since.toISOString()}. Meldungen seiner Geräte warten, die anderer nicht.`,
    toDo: 'Den Server ansehen; kommt er nicht wieder, seinen Standby befördern (docs/several-servers.md).',
  }))
}

function clockAdvice({ clockBehindSeconds }: Observed): Advice[] {
  if (clockBehindSeconds === null) return []
  const state = `geht vermutlich ${Math.abs(clockBehindSeconds)} Sekunden ${clockBehindSeconds > 0 ? 'nach' : 'vor'}`
  return [
    {
      part: 'Uhr dieses Rechners',
      state,
      toDo: 'Die Zeit abgleichen (timedatectl, chrony); bis dahin warten Meldungen.',
    },
  ]
}

function feedAdvice({ feed, lastSuccessAt }: Observed['feeds'][number]): Advice {
  return {
    part: `Quelle ${feed}`,
    state: `Der letzte Abruf misslang; gezeigt wird der Stand von ${lastSuccessAt ?? 'nie'}.`,
    toDo: 'feeds status nennt den Grund. Vergeht er nicht von selbst: feeds run mit diesem Namen.',
  }
}

function alarmAdvice({ alarmEmails }: Observed): Advice[] {
  const lost = alarmEmails.filter(({ state }) => state === 'FAILED' || state === 'BOUNCED')
  const count = lost.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return []
  return [
    {
      part: 'Alarm-E-Mails',
      state: `${count} kamen in den letzten 24 Stunden nicht an.`,
      toDo: 'users show nennt das Konto; die Inhaber sehen es selbst und können ihre Adresse ändern.',
    },
  ]
}

function hearingAdvice({ hearsDatabase }: Observed): Advice[] {
  if (hearsDatabase) return []
  return [
    {
      part: 'Meldungen der Datenbank',
      state: 'kommen bei diesem Prozess nicht an; Bildschirme fragen jede Minute nach.',
      toDo: 'Steht ein Verbindungspooler vor PostgreSQL: pool_mode = session einstellen, oder PostgreSQL selbst nennen.',
    },
  ]
}

function settingAdvice(sentence: string): Advice {
  return { part: 'Einstellungen', state: sentence, toDo: 'Ändern und neu starten; settings check prüft sie vorher.' }
}

function loadAdvice({ eventLoopSeconds, connectionsWaiting }: Observed): Advice {
  const part = 'Last dieses Prozesses'
  if (connectionsWaiting > 0) {
    const state = `${connectionsWaiting} Abfragen warten auf eine Verbindung zur Datenbank.`
    return { part, state, toDo: 'Hält das an: Auslastung der Datenbank prüfen, oder einen weiteren Prozess starten.' }
  }
  if (eventLoopSeconds > slowLoopSeconds) {
    const state = `Antworten warten bis zu ${eventLoopSeconds.toFixed(1)} Sekunden auf den Prozessor.`
    return { part, state, toDo: 'Hält das an: Rollen auf mehrere Prozesse verteilen (ROLES).' }
  }
  return { part, state: 'gering', toDo: null }
}
