import * as z from 'zod/mini'
import { alarmKinds } from '#contract/alarms/alarms.ts'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { shownVersion } from '#contract/consents/consents.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { deviceId, dossierLinkId } from '#contract/base/identity.ts'
import { instant, placeName } from '#contract/base/place.ts'
import { position } from '#contract/history/history.ts'
import { dossierDetails, dossierDetailsChange } from './dossier-details.ts'
import { dossierLimits } from './dossier-limits.ts'
import { dossierLink, linkTerm } from './dossier-link.ts'

/**
 * What the owner states about the vehicle. `PARKED`: all is well. `SUSPICIOUS`: it moves, and perhaps should not. `STOLEN`:
 * it is gone. `RECOVERED`: it is back.
 */
export const dossierStates = ['PARKED', 'SUSPICIOUS', 'STOLEN', 'RECOVERED'] as const
export const dossierState = z.enum(dossierStates, 'Bitte wählen Sie, was mit dem Fahrzeug ist.')
export type DossierState = z.output<typeof dossierState>

export const dossierChange = z.object({
  state: dossierState,
  /** Since when it is so, as the owner states. */
  since: instant,
  /** When the owner stated it. */
  setAt: instant,
})
export type DossierChange = z.output<typeof dossierChange>

/**
 * The period of a theft; `until` is null while it continues. `from`: from when on its positions are shown, which is up to ten
 * minutes earlier, while the vehicle stood where it was taken; absent: a server of the version before, which shows them since
 * `since`.
 */
export const dossierPeriod = z.object({ since: instant, from: z.optional(instant), until: z.nullable(instant) })

export const dossier = z
  .object({
    state: dossierState,
    /** Newest first; empty if the owner has never stated anything. */
    changes: z.array(dossierChange),
    period: z.nullable(dossierPeriod),
    /**
     * The last statement, by when it was made, where it can be taken back, and until when; null where it stands, absent from a
     * server of the version before, where each does.
     */
    undoable: z.optional(z.nullable(z.object({ at: instant, until: instant }))),
    /** When the oldest position of the period was measured; null if none is stored, or none any more. */
    oldestPositionAt: z.nullable(instant),
    /** A recent alarm that may mean suspicion. Only the owner can say so. */
    suggestion: z.nullable(z.object({ kind: z.enum(alarmKinds), since: instant })),
    /** Since when a theft that is reported now may have gone on; null if nothing is known of a movement that was not its owner's. */
    beganAt: z.nullable(instant),
    details: dossierDetails,
    /** The owner's profile has a picture. */
    hasPicture: z.boolean(),
    /** Newest first. */
    links: z.array(dossierLink),
  })
  .check(z.meta({ id: 'Dossier' }))
export type Dossier = z.output<typeof dossier>

/** What a link shows to the police. */
export const sharedDossier = z
  .object({
    state: dossierState,
    changes: z.array(dossierChange),
    period: z.nullable(dossierPeriod),
    imei: z.string(),
    details: dossierDetails,
    /** Of the theft, oldest first; thinned out if there are many, except for the oldest and the newest. */
    track: z.array(position),
    /** Of the newest position. */
    placeName,
    /** How many positions there are. */
    positions: z.number(),
    /** Until when the link is valid. */
    expiresAt: instant,
    demo: z.boolean(),
  })
  .check(z.meta({ id: 'SharedDossier' }))
export type SharedDossier = z.output<typeof sharedDossier>

const params = z.object({ deviceId })

export const dossiers = {
  show: endpoint('GET', '/api/dossier/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyReads,
    summary: 'Die Anzeige-Mappe eines Geräts: Zustand, Angaben und Links für die Polizei.',
    params,
    reply: dossier,
  }),
  count: endpoint('GET', '/api/dossier/:deviceId/positions', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyReads,
    summary: 'Wie viele Positionen seit einem Zeitpunkt gespeichert sind: was in der Mappe stünde, begänne sie dann.',
    params,
    query: z.object({ since: instant }),
    reply: z.object({ positions: z.number() }),
  }),
  saveDetails: endpoint('PUT', '/api/dossier/:deviceId/details', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary: 'Die Angaben zu Fahrzeug und Anzeige speichern. Was fehlt, bleibt.',
    params,
    body: dossierDetailsChange,
    reply: dossier,
    problems: ['DEMO_READ_ONLY'],
  }),
  setState: endpoint('POST', '/api/dossier/:deviceId/state', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary:
      'Sagen, was mit dem Fahrzeug ist. `since` liegt höchstens 14 Tage zurück; ohne Angabe: seit der Bewegung, die bekannt ist, sonst jetzt. Ein Diebstahl gilt als gesagt um `at`, höchstens 24 Stunden zurück, und lässt sich zehn Sekunden lang zurücknehmen.',
    params,
    body: z
      .object({
        state: dossierState,
        since: z.optional(instant),
        /** When it was tapped: without a network it comes later. Absent: now. */
        at: z.optional(instant),
      })
      .check(
        z.refine(({ state, at }) => state === 'STOLEN' || at === undefined, {
          path: ['at'],
          error: 'Nur ein Diebstahl darf später ankommen.',
        }),
      ),
    reply: dossier,
    problems: ['DOSSIER_STATE', 'TAP_OVERTAKEN', 'DEMO_READ_ONLY'],
  }),
  undo: endpoint('POST', '/api/dossier/:deviceId/state/undo', {
    access: 'owner',
    owns: { device: 'deviceId' },
    repeat: 'again',
    limit: manyChanges,
    summary:
      'Die Meldung eines Diebstahls, die um `at` gemacht wurde, in den ersten zehn Sekunden zurücknehmen: Es ist dann, als wäre nichts gemeldet worden.',
    params,
    body: z.object({ at: instant }),
    reply: dossier,
    problems: ['STATEMENT_STANDS', 'DEMO_READ_ONLY'],
  }),
  correctBeginning: endpoint('POST', '/api/dossier/:deviceId/beginning', {
    access: 'owner',
    owns: { device: 'deviceId' },
    repeat: 'again',
    limit: manyChanges,
    summary: 'Berichtigen, seit wann das Fahrzeug vermisst wird; höchstens 14 Tage zurück.',
    params,
    body: z.object({ since: instant }),
    reply: dossier,
    problems: ['DOSSIER_NO_CASE', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/dossier/:deviceId', {
    repeat: 'until-gone',
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary: 'Die Anzeige-Mappe mit allen Angaben, Zuständen und Links löschen.',
    params,
    reply: nothing,
    problems: ['DEMO_READ_ONLY'],
  }),
  document: endpoint('GET', '/api/dossier/:deviceId/pdf', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: { kind: 'dossier-document', per: 'caller', max: dossierLimits.documentsPerHour, minutes: 60 },
    summary: 'Die Anzeige-Mappe als PDF.',
    params,
    form: 'file',
    mediaType: 'application/pdf',
    reply: z.string(),
  }),
  createLink: endpoint('POST', '/api/dossier/:deviceId/links', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: { kind: 'dossier-link', per: 'caller', max: dossierLimits.linksPerHour, minutes: 60 },
    summary: 'Einen Link für die Polizei anlegen, der nur lesen lässt. Die Adresse wird nur dieses eine Mal gezeigt.',
    status: 201,
    params,
    body: z.object({
      term: linkTerm,
      /** Making it is consent to today's text of `police-folder`. Of the text that was shown; absent: today's. */
      consentVersion: z.optional(shownVersion),
    }),
    reply: z.object({ link: dossierLink, url: z.string() }),
    problems: ['DOSSIER_NO_CASE', 'DOSSIER_LINK_LIMIT', 'CONSENT_TEXT_CHANGED', 'DEMO_READ_ONLY'],
  }),
  revokeLink: endpoint('DELETE', '/api/dossier/:deviceId/links/:linkId', {
    repeat: 'again',
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary: 'Einen Link für die Polizei sofort sperren.',
    params: z.object({ deviceId, linkId: dossierLinkId }),
    reply: dossierLink,
  }),
  withdrawConsent: endpoint('POST', '/api/dossier/:deviceId/withdraw', {
    access: 'owner',
    owns: { device: 'deviceId' },
    repeat: 'again',
    limit: manyChanges,
    summary: 'Die Einwilligung widerrufen: alle Links für die Polizei sind sofort gesperrt (Art. 7 Abs. 3 DSGVO).',
    params,
    reply: z.object({
      /** How many links were open. */
      revoked: z.number(),
    }),
  }),
  shared: endpoint('GET', '/api/dossier/shared', {
    access: 'public',
    limit: { kind: 'dossier-open', per: 'network', max: dossierLimits.opensPerHour, minutes: 60 },
    summary: 'Was ein Link der Polizei zeigt. Sein Schlüssel kommt als Bearer-Token, nie in der Adresse.',
    reply: sharedDossier,
    problems: ['DOSSIER_LINK_UNKNOWN', 'DOSSIER_LINK_EXPIRED', 'DOSSIER_LINK_REVOKED'],
  }),
  sharedDocument: endpoint('GET', '/api/dossier/shared/pdf', {
    access: 'public',
    limit: { kind: 'dossier-shared-document', per: 'network', max: dossierLimits.documentsPerHour, minutes: 60 },
    summary: 'Die Anzeige-Mappe eines Links als PDF; der Schlüssel kommt als Bearer-Token.',
    form: 'file',
    mediaType: 'application/pdf',
    reply: z.string(),
    problems: ['DOSSIER_LINK_UNKNOWN', 'DOSSIER_LINK_EXPIRED', 'DOSSIER_LINK_REVOKED'],
  }),
}
