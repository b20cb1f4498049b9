import { type Kysely, sql } from 'kysely'

/** No value is refused that was allowed. */
export const toleratedSince = '0106_alarms_at_once'

/**
 * What is remembered of a tracker leaves what is remembered of its parked vehicle: it holds no place, and outlives both. A
 * tracker that was guarded before is known for as long. Who was told of a departure stays so.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alarm_guards add column memory json, add column patience_seconds integer`.execute(db)
  await sql`
    update alarm_guards set
      memory = json_build_array(parked->3, parked->4, parked->10,
        greatest(0, (parked->>8)::double precision / 1000 - extract(epoch from enabled_at)), least(1000, (parked->>5)::integer),
        null, 0, 0, 0, 0, json_typeof(parked->12) = 'null', 0, null,
        json_build_array(false, 0, 0), json_build_array(false, 0, 0), null, 0),
      parked = json_build_array(parked->0, parked->1, parked->2, parked->5, parked->6, parked->7, parked->8, parked->9,
        parked->11, null, parked->12,
        case when json_typeof(parked->13) = 'object' then (parked->13)::jsonb || jsonb_build_object(
          'lastMetres', parked->13->'firstMetres', 'farthestMetres', parked->13->'firstMetres', 'isWithheld', false,
          'lead', (parked->13->'first')::jsonb || jsonb_build_object(
            'metres', parked->13->'firstMetres', 'at', parked->13->'firstAt', 'steps', 0)) end,
        case when json_typeof(parked->14) = 'object' then (parked->14)::jsonb || jsonb_build_object(
          'since', parked->14->'stand'->'since', 'fixes', 0, 'farthestMetres', 0, 'isOwners', true, 'fixesElsewhere', 0) end)
    where json_array_length(parked) = 15`.execute(db)
  await sql`
    alter table alarms drop constraint alarms_evidence_check, add constraint alarms_evidence_check check (
      evidence in ('FAR', 'LAST_SEEN_AWAY', 'LEADS_AWAY', 'STANDS_ELSEWHERE', 'STAYS_AWAY', 'DRIVES', 'STIRRED', 'CREPT',
        'DRIVES_OFF', 'STIRRED_THEN_SILENT'))`.execute(db)
}
