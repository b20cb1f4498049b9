import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { flag, instant, ofTheirDevices, reasons, register, type Rows, table, text } from '#server/db/schema/register.ts'

export type TrackingTables = Rows<typeof trackingRegister>

export const trackingRegister = register(
  {
    id: 'tracking',
    group: 'positions',
    title: 'Tracking und Einwilligung',
    what: 'Ob und wozu aufgezeichnet wird, seit wann Ihre Einwilligung gilt und wann Sie um eine neue gebeten wurden.',
    purpose: 'damit nur aufgezeichnet wird, was Sie wollen',
    basis: { article: 'b' },
    kept: 'Bis Sie das Gerät entfernen oder übergeben.',
  },
  {
    tracking_settings: table(
      { part: 'Positionsaufzeichnung', as: 'tracking', whose: ofTheirDevices, order: ['device_id'] },
      {
        device_id: text().is('Gerät'),
        enabled: flag().is('Eingeschaltet'),
        mode: text<TrackingMode>().orNull.is('Modus'),
        enabled_at: instant().orNull.is('Eingeschaltet seit'),
        /** To anything; it follows from the ledger (`consents`), like the two below. */
        consent_given: flag().is('Eingewilligt'),
        /** Since when consent covers what is measured; another text does not change it. */
        consent_at: instant().orNull.is('Eingewilligt am'),
        /** The last time it was withdrawn, even if it was given again since. */
        consent_withdrawn_at: instant().orNull.is('Widerrufen am'),
        /** Since when it is off for want of a licence; null where it is on again, or off for another reason. */
        licence_ended_at: instant().orNull.is('Mit der Lizenz beendet'),
        /** Of the version before, like the next; both are in `position_ends`. */
        positions_deleted_until: instant().orNull.not(reasons.inner),
        trace_reduced_until: instant().orNull.not(reasons.inner),
        /** When the owner was asked to consent to a new text; null while nothing is asked. */
        consent_asked_at: instant().orNull.is('Nach neuer Einwilligung gefragt'),
        consent_renewal_email_pending: flag().byDefault.is('E-Mail danach steht aus'),
      },
    ),
  },
)
