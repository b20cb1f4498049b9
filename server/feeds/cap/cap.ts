import { setImmediate as nextTurn } from 'node:timers/promises'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { WarningLevel } from '#contract/weather.ts'
import { regionNameOf, weatherService } from '#domain/weather/weather.ts'
import { type XmlDocument, xmlDocumentsIn } from '#server/feeds/archive.ts'
import { type CapAlert, type CapInfo, readAlert } from './cap-alert.ts'
import { heightsOf, outlineOf } from './cap-area.ts'
import {
  createTally,
  type DropReason,
  type FeedFile,
  type FeedReading,
  type WarningFeed,
  type WarningRecord,
} from '#server/feeds/feed.ts'

const attribution = weatherService

/** The severe-weather warnings of the Deutscher Wetterdienst: the whole state, German texts (feeds, section 2b). */
export const cap: WarningFeed = {
  kind: 'warnings',
  name: 'cap',
  title: 'Unwetterwarnungen des Deutschen Wetterdienstes',
  attribution,
  request: {
    url: 'https://opendata.dwd.de/weather/alerts/cap/COMMUNEUNION_DWD_STAT/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_DE.zip',
    timeoutMs: feedsServerLimits.downloadTimeoutMs,
    maxBytes: feedsServerLimits.fileBytes,
  },
  pollMinutes: 5,
  read,
}

async function read(files: readonly FeedFile[]): Promise<FeedReading<WarningRecord>> {
  const tally = createTally()
  const alerts = new Map<string, CapAlert>()
  for (const file of files) {
    const found = xmlDocumentsIn(file)
    if ('failure' in found) return found
    const problems = await readInto(alerts, found.documents)
    const [problem] = problems
    if (problem !== undefined && problems.length === found.documents.length) {
      return { failure: `${file.name} enthält keine lesbare Warnung (${problem})` }
    }
    tally.drop('unreadable', problems.length)
  }

  const superseded = supersededBy([...alerts.values()])
  const warnings: Warning[] = []
  for (const alert of alerts.values()) {
    const reading = warningsOf(alert, superseded)
    if ('reason' in reading) tally.drop(reading.reason)
    else warnings.push(...reading.warnings)
    await nextTurn()
  }
  const advance = warnings.filter(({ record }) => record.advance === true).length
  return {
    records: warnings.map(({ record }) => record),
    read: alerts.size + (tally.dropped.unreadable ?? 0),
    dropped: tally.dropped,
    swapped: warnings.filter(({ swapped }) => swapped).length,
    ...(advance > 0 && { apart: { advance } }),
  }
}

/** Adds the readable alerts to the list; returns for each of the others why it cannot be read. */
async function readInto(alerts: Map<string, CapAlert>, documents: readonly XmlDocument[]): Promise<string[]> {
  const problems: string[] = []
  for (const document of documents) {
    const text = document()
    const alert = text === null ? { unreadable: 'beschädigt' } : readAlert(text)
    if ('unreadable' in alert) problems.push(alert.unreadable)
    else alerts.set(alert.identifier, alert)
    await nextTurn()
  }
  return problems
}

/** What updates and cancellations in the same state refer to is over. A reference: "sender,identifier,sent". */
function supersededBy(alerts: readonly CapAlert[]): ReadonlySet<string> {
  const references = alerts
    .filter(({ status, msgType }) => status === 'Actual' && (msgType === 'Update' || msgType === 'Cancel'))
    .flatMap(({ references }) => references.split(/\s+/).map((reference) => reference.split(',')[1] ?? ''))
  return new Set(references.map(withoutLanguage))
}

/** The same alert ends in .MUL, .DEU, … in the files of the different languages. */
function withoutLanguage(identifier: string): string {
  return identifier.replace(/\.[A-Z]{2,3}$/, '')
}

interface Warning {
  record: WarningRecord
  swapped: boolean
}

/** The warnings of an alert, one for each event, or why it has none. */
function warningsOf(
  alert: CapAlert,
  superseded: ReadonlySet<string>,
): { warnings: Warning[] } | { reason: DropReason } {
  if (alert.status !== 'Actual') return { reason: 'test' }
  if (superseded.has(withoutLanguage(alert.identifier))) return { reason: 'superseded' }
  if (alert.msgType !== 'Alert' && alert.msgType !== 'Update') return { reason: 'cancelled' }
  const german = alert.info.filter(({ language }) => /^de\b/i.test(language))
  if (german.length === 0) return { reason: 'withoutGermanText' }
  if (german.some(isTest)) return { reason: 'test' }
  const inForce = german.filter(({ responseType }) => !responseType.includes('AllClear'))
  if (inForce.length === 0) return { reason: 'cancelled' }
  // An id of its own: a version of the product that knew no advance information has stored it as a warning.
  const events = Map.groupBy(inForce, (info) => `${isAdvance(info) ? 'advance/' : ''}${info.event}`)
  const warnings = [...events].flatMap(([name, infos]) => warningOf(alert, name, infos) ?? [])
  return warnings.length === 0 ? { reason: 'withoutPlace' } : { warnings }
}

/** The service also sends tests with the status "Actual"; their codes identify them. */
function isTest({ eventCode }: CapInfo): boolean {
  return eventCode.some(
    ({ valueName, value }) =>
      (valueName === 'GROUP' && value === 'TEST') || (valueName === 'II' && ['98', '99'].includes(value)),
  )
}

/** "Vorabinformation": the weather service says early what it may warn of (feeds, section 2b). It has a level all the same. */
function isAdvance({ urgency }: CapInfo): boolean {
  return urgency === 'Future'
}

const levels = new Map<string, WarningLevel>([
  ['Minor', 1],
  ['Moderate', 2],
  ['Severe', 3],
  ['Extreme', 4],
])

/** One event of an alert, whose areas may come in several parts; null without an outline. */
function warningOf(alert: CapAlert, name: string, infos: readonly CapInfo[]): Warning | null {
  const [info] = infos.toSorted((a, b) => levelOf(b) - levelOf(a))
  const areas = infos.flatMap(({ area }) => area)
  const outline = outlineOf(areas)
  if (info === undefined || outline === null) return null
  const record: WarningRecord = {
    id: `${alert.identifier}/${name}`,
    warningType: info.event,
    headline: info.headline || info.event,
    description: info.description,
    instruction: info.instruction || null,
    level: levelOf(info),
    regionName: regionNameOf(areas.map(({ areaDesc }) => areaDesc)),
    area: outline.area,
    validFrom: info.onset ?? info.effective ?? alert.sent,
    validUntil: info.expires,
    sentAt: alert.sent,
    attribution: [attribution, ...licencesOf(info)].join('; '),
    ...heightsOf(areas),
    ...(isAdvance(info) && { advance: true }),
  }
  return { record, swapped: outline.swapped }
}

function levelOf({ severity }: CapInfo): WarningLevel {
  return levels.get(severity) ?? 1
}

/** Who else has rights in the outlines, as the file itself says. */
function licencesOf({ eventCode }: CapInfo): string[] {
  return eventCode.filter(({ valueName }) => valueName === 'LICENSE').map(({ value }) => value)
}
