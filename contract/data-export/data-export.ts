import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { instant } from '#contract/base/place.ts'
import { dataExportLimits } from './data-export-limits.ts'
import { dayMinutes } from '#contract/base/time-units.ts'

/** `WAITING`: asked for. `RUNNING`: being made. `READY`: can be downloaded. `FAILED`: given up. `EXPIRED`: its end has come. */
export const dataExportStates = ['WAITING', 'RUNNING', 'READY', 'FAILED', 'EXPIRED'] as const
export type DataExportState = (typeof dataExportStates)[number]

/** What is being written. */
export const dataExportSteps = ['POSITIONS', 'PICTURES', 'RECORDS'] as const
export type DataExportStep = (typeof dataExportSteps)[number]

export const dataExport = z
  .object({
    state: z.enum(dataExportStates),
    requestedAt: instant,
    withoutPrivacyZones: z.boolean(),
    /** 0 to 100. */
    percent: z.number(),
    /** Null before anything is written. */
    step: z.nullable(z.enum(dataExportSteps)),
    /** The device whose positions are being written. */
    stepName: z.nullable(z.string()),
    /** The size of the file, until when it is kept; null if there is none. */
    bytes: z.nullable(z.number()),
    expiresAt: z.nullable(instant),
  })
  .check(z.meta({ id: 'DataExport' }))
export type DataExport = z.output<typeof dataExport>

export const dataExportWish = z.object({
  /** Places in the owner's privacy zones are left out, in every file. */
  withoutPrivacyZones: z.boolean('Bitte sagen Sie, ob Orte in Ihren Privatzonen fehlen sollen.'),
})

/** What the mailed link leads to. */
export const linkedExport = z.object({ bytes: z.number(), readyAt: instant, expiresAt: instant })
export type LinkedExport = z.output<typeof linkedExport>

const archive = { form: 'file', mediaType: 'application/zip', reply: z.string() } as const

export const dataExports = {
  request: endpoint('POST', '/api/data-export', {
    access: 'signed-in',
    stepUp: true,
    limit: { kind: 'data-export', per: 'caller', max: dataExportLimits.perDay, minutes: dayMinutes },
    summary: 'Alle eigenen Daten als ZIP-Datei anfordern. Sie entsteht im Hintergrund; eine frühere wird gelöscht.',
    status: 201,
    body: dataExportWish,
    reply: dataExport,
    problems: ['DATA_EXPORT_UNDER_WAY', 'DEMO_READ_ONLY'],
  }),
  show: endpoint('GET', '/api/data-export', {
    access: 'signed-in',
    limit: manyReads,
    summary: 'Wie weit die angeforderte Datei mit den eigenen Daten ist; null, wenn keine angefordert ist.',
    reply: z.nullable(dataExport),
  }),
  remove: endpoint('DELETE', '/api/data-export', {
    repeat: 'again',
    access: 'signed-in',
    limit: manyChanges,
    summary: 'Die Datei mit den eigenen Daten löschen, oder abbrechen, was noch entsteht.',
    reply: nothing,
    problems: ['DEMO_READ_ONLY'],
  }),
  file: endpoint('GET', '/api/data-export/file', {
    access: 'signed-in',
    stepUp: true,
    limit: { kind: 'data-export-file', per: 'caller', max: dataExportLimits.downloadsPerHour, minutes: 60 },
    summary: 'Die fertige Datei mit den eigenen Daten.',
    ...archive,
    problems: ['DATA_EXPORT_GONE'],
  }),
  linked: endpoint('GET', '/api/data-export/link', {
    access: 'public',
    limit: { kind: 'data-export-link', per: 'network', max: dataExportLimits.linkOpensPerHour, minutes: 60 },
    summary:
      'Was der Link in der E-Mail herunterladen lässt. Sein Schlüssel kommt als Bearer-Token, nie in der Adresse.',
    reply: linkedExport,
    problems: ['TOKEN_NOT_FOUND', 'DATA_EXPORT_GONE'],
  }),
  linkedFile: endpoint('GET', '/api/data-export/link/file', {
    access: 'public',
    limit: { kind: 'data-export-link-file', per: 'network', max: dataExportLimits.downloadsPerHour, minutes: 60 },
    summary: 'Die Datei zum Link in der E-Mail; der Schlüssel kommt als Bearer-Token.',
    ...archive,
    problems: ['TOKEN_NOT_FOUND', 'DATA_EXPORT_GONE'],
  }),
}
