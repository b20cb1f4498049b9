import type { LossReason } from '#contract/reception.ts'
import {
  flag,
  instant,
  integer,
  ofTheirDevices,
  real,
  register,
  type Rows,
  table,
  text,
} from '#server/db/schema/register.ts'

export type ReceptionTables = Rows<typeof deviceHealthRegister>

export const deviceHealthRegister = register(
  {
    id: 'device-health',
    group: 'devices',
    title: 'Zustand des Geräts',
    what: 'Akkustand, ob die Stromversorgung angeschlossen ist, wann es sich erstmals orten konnte und warum zuletzt eine Position nicht gespeichert werden konnte, jeweils nur der neueste Stand. Das meldet das Gerät auch bei ausgeschaltetem Tracking; ein Ort gehört nicht dazu.',
    purpose: 'damit Sie sehen, ob das Gerät arbeitet',
    basis: { article: 'b' },
    kept: 'Bis Sie das Gerät entfernen oder übergeben.',
  },
  {
    /** As its tracker last reported, percent and volts. */
    device_health: table(
      { part: 'Akku und Stromversorgung', whose: ofTheirDevices, order: ['device_id'] },
      {
        device_id: text().is('Gerät'),
        battery_percent: real().orNull.is('Akku (%)'),
        battery_volts: real().orNull.is('Akku (V)'),
        battery_at: instant().orNull.is('Akku gemeldet'),
        external_power: flag().orNull.is('Fremdstrom'),
        power_at: instant().orNull.is('Fremdstrom gemeldet'),
        power_since: instant().orNull.is('Fremdstrom so seit'),
        /** When it first said where it is, without the place. */
        first_fix_at: instant().orNull.is('Erstmals geortet'),
      },
    ),
    /** The last fix that was discarded although its owner wants its positions, if no position was stored since. */
    device_losses: table(
      { part: 'Nicht gespeicherte Positionen', whose: ofTheirDevices, order: ['device_id'] },
      {
        device_id: text().is('Gerät'),
        reason: text<LossReason>().is('Grund'),
        lost_at: instant().is('Wann'),
        /** How far the tracker's clock seems to be ahead. */
        clock_ahead_minutes: integer().orNull.is('Uhr ging vor (Minuten)'),
      },
    ),
  },
)
