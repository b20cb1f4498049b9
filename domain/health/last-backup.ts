import { backupServerLimits } from '#contract/limits/backup-limits.ts'
import { hourMs } from '#contract/base/time-units.ts'

/** What is known of backups; null where this process knows no folder with them. */
export type BackupSeen = { lastAt: Date | null } | null

/** `none`: nobody watches them here. `late`: none was made for too long, or ever. */
export function backupState(seen: BackupSeen, now: Date): 'none' | 'ok' | 'late' {
  if (seen === null) return 'none'
  const isLate = seen.lastAt === null || now.getTime() - seen.lastAt.getTime() > backupServerLimits.lateHours * hourMs
  return isLate ? 'late' : 'ok'
}
