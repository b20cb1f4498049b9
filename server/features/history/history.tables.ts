import { trackingLimits } from '#contract/tracking-limits.ts'
import type { PositionFlag } from '#contract/history.ts'
import { days } from '#server/db/data-records.ts'
import { bigint, float, instant, real, register, type Rows, table, text } from '#server/db/register.ts'

export type HistoryTables = Rows<typeof positionsRegister>

export const positionsRegister = register(
  {
    id: 'positions',
    group: 'positions',
    title: 'Positionen',
    what: 'Orte des Fahrzeugs mit Zeit, Geschwindigkeit und Genauigkeit: nur mit Ihrer Einwilligung und nur bei eingeschaltetem Tracking. Im Modus „Diebstahl-Tracking“ bleiben von einem abgestellten Fahrzeug nur Ort und Zeit. Sie können sie jederzeit löschen, als Datei mitnehmen und die Einwilligung widerrufen.',
    purpose: 'Positionsverlauf, Bewegungsprofil und Diebstahlalarm, so wie Sie es wählen',
    basis: { article: 'a' },
    kept: `Höchstens ${days(trackingLimits.retentionDays)}.`,
    seenBy: `Wem Sie bei einem Diebstahl einen Link zur Anzeige-Mappe geben: die Positionen des Diebstahls, höchstens die letzten ${days(trackingLimits.retentionDays)}. Wem Sie Positionen freigeben.`,
  },
  {
    positions: table(
      { leftOut: 'stehen je Gerät in einer GPX-Datei; nur der Zeitpunkt des Empfangs nicht' },
      {
        device_id: text(),
        recorded_at: instant(),
        received_at: instant(),
        latitude: float(),
        longitude: float(),
        accuracy: real().orNull,
        altitude: real().orNull,
        speed: real().orNull,
        course: real().orNull,
        flag: text<PositionFlag>().orNull,
        /** Of one device, never committed before a smaller one. Null: stored before there were shares. */
        stored_order: bigint().orNull.byDefault,
      },
    ),
  },
)
