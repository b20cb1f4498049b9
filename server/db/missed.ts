import { sql } from 'kysely'

/** Whether the owner of a device of `devices` has stated that it is stolen, or may be: by their last statement. */
export const isMissed = sql<boolean>`
  coalesce((select state in ('STOLEN', 'SUSPICIOUS') from dossier_changes
    where dossier_changes.device_id = devices.id order by since desc, id desc limit 1), false)`
