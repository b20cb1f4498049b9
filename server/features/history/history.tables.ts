import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { PositionFlag } from '#contract/history/history.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bigint,
  dates,
  float,
  instant,
  integer,
  numbered,
  ofTheirDevices,
  real,
  register,
  type Rows,
  table,
  text,
  texts,
} from '#server/db/schema/register.ts'

export type HistoryTables = Rows<typeof positionsRegister>

export const positionsRegister = register(
  {
    id: 'positions',
    group: 'positions',
    title: 'Positionen',
    what: 'Orte des Fahrzeugs mit Zeit, Geschwindigkeit und Genauigkeit: nur mit Ihrer Einwilligung und nur bei eingeschaltetem Tracking. Im Modus „Diebstahl-Tracking“ bleiben von einem abgestellten Fahrzeug nur Ort und Zeit. Sie können sie jederzeit löschen, als Datei mitnehmen und die Einwilligung widerrufen. Gespeichert ist auch, bis wann Sie gelöscht haben und bis wann nur Ort und Zeit blieben.',
    purpose: 'Positionsverlauf, Bewegungsprofil und Diebstahlalarm, so wie Sie es wählen',
    basis: { article: 'a' },
    kept: `Höchstens ${days(trackingLimits.retentionDays)}. Entfernen Sie ein Gerät oder löschen Sie Ihr Konto, sieht sie sofort niemand mehr, und sie werden in den Minuten danach gelöscht. Bis wann gelöscht oder gekürzt wurde, bleibt, bis Sie das Gerät entfernen oder übergeben.`,
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
    /** Until which fix times less is kept of a device's positions than it reported. */
    position_ends: table(
      { part: 'Gelöschte und gekürzte Positionen', whose: ofTheirDevices, order: ['device_id'] },
      {
        device_id: text().is('Gerät'),
        /** The latest fix time of the positions that its owner deleted. */
        deleted_until: instant().orNull.is('Von Ihnen gelöscht bis'),
        /** Until then the positions of a parked vehicle are reduced to its place and the time (mode THEFT). */
        reduced_until: instant().orNull.is('Nur noch Standort bis'),
      },
    ),
    /** Positions that devices left behind which nobody has any more: they are deleted in portions, device by device. */
    position_removals: table(
      { leftOut: 'nennt Geräte, die es nicht mehr gibt, bis ihre Positionen gelöscht sind' },
      {
        id: numbered(),
        /** Those of which positions may be left. */
        device_ids: texts(),
        /** The receipt that says how many there were; it waits for that. */
        receipt_id: text().orNull,
        /** What was deleted: how many, and of which days in Europe/Berlin. */
        positions: integer().byDefault,
        days: dates().byDefault,
      },
    ),
  },
)
