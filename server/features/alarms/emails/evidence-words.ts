import { isCertain, type MovementEvidence } from '#contract/alarms/alarms.ts'

/** How certain it is that a vehicle has moved, and why, in one sentence. */
export function evidenceInWords(evidence: MovementEvidence): string {
  return `${isCertain(evidence) ? 'Sicher' : 'Vermutlich'}: ${reasons[evidence]}`
}

/** No numbers: how many reports it takes depends on what is known of the tracker (domain/alarms/departure-evidence.ts). */
const reasons: Record<MovementEvidence, string> = {
  FAR: 'Die letzte Meldung liegt weiter vom Abstellplatz entfernt, als Messfehler reichen.',
  LAST_SEEN_AWAY: 'Die letzte Meldung liegt neben dem Abstellplatz, und seitdem kam keine weitere.',
  LEADS_AWAY: 'Mehrere Meldungen nacheinander führen vom Abstellplatz weg.',
  STANDS_ELSEWHERE: 'Mehrere Meldungen nacheinander zeigen denselben anderen Ort.',
  STAYS_AWAY: 'Viele Meldungen nacheinander liegen neben dem Abstellplatz.',
  DRIVES: 'Die Meldungen führen vom Abstellplatz weg, und die gemessene Geschwindigkeit passt zum Weg.',
  CREPT:
    'Das Fahrzeug steht nicht mehr, wo es abgestellt wurde: Viele Meldungen zeigen, dass es nach und nach bewegt wurde.',
  DRIVES_OFF: 'Die letzte Meldung liegt neben dem Abstellplatz, und das Gerät misst, dass es fährt.',
  STIRRED_THEN_SILENT: 'Das Gerät hat gespürt, dass es bewegt wird, und seitdem kam keine Meldung mehr.',
  STIRRED: 'Was das Gerät meldet, liegt neben dem Abstellplatz, und es spürt, dass es bewegt wird.',
}
