import { deviceDetails } from '#contract/devices/devices.ts'
import { instant } from '#contract/base/place.ts'
import { formatCourse } from '#web/texts/formats.ts'
import { categoryNames, poiTypeNames } from '#web/texts/pois.ts'
import { inspectionInText, seasonInText } from '#web/features/devices/dialogs/date-fields.ts'
import { deviceLabels, usageNames } from '#web/features/devices/texts.ts'
import { formatDayTime } from '#web/texts/formats.ts'

/** A value in words; undefined where it is none of this field's. */
type InWords = (value: unknown) => string | undefined

export interface TypedField {
  label: string
  inWords?: InWords
}

const { season, inspectionDue } = deviceDetails.shape
const named =
  (names: Readonly<Record<string, string>>): InWords =>
  (value) =>
    Object.entries(names).find(([name]) => name === value)?.[1]
const withUnit =
  (unit: string): InWords =>
  (value) =>
    typeof value === 'number' ? `${value} ${unit}` : undefined

const dayTime: InWords = (value) => {
  const { data } = instant.safeParse(value)
  return data && formatDayTime(data)
}

/** The fields that a user fills in, by their names in a kept change. A place on the map is none of them. */
export const typedFields: ReadonlyMap<string, TypedField> = new Map<string, TypedField>([
  ...Object.entries(deviceLabels).map(([name, label]) => [name, { label }] as const),
  ['usageType', { label: deviceLabels.usageType, inWords: named(usageNames) }],
  ['season', { label: deviceLabels.season, inWords: (value) => seasonInText(season.safeParse(value).data ?? null) }],
  [
    'inspectionDue',
    {
      label: deviceLabels.inspectionDue,
      inWords: (value) => inspectionInText(inspectionDue.safeParse(value).data ?? null),
    },
  ],
  ['enabled', { label: 'Eingeschaltet' }],
  ['disabledTypes', { label: 'Ausgeschaltete Arten', inWords: named(poiTypeNames) }],
  ['measure', { label: 'Wie früh', inWords: named({ metres: 'Nach Entfernung', seconds: 'Nach Zeit' }) }],
  ['metres', { label: 'Entfernung', inWords: withUnit('m') }],
  ['seconds', { label: 'Zeit', inWords: withUnit('s') }],
  ['acoustic', { label: 'Ton' }],
  ['visual', { label: 'Licht' }],
  ['from', { label: 'Von' }],
  ['to', { label: 'Bis' }],
  ['brightness', { label: 'Helligkeit', inWords: withUnit('%') }],
  ['speed', { label: 'Erlaubte Geschwindigkeit', inWords: withUnit('km/h') }],
  ['direction', { label: 'Fahrtrichtung', inWords: (degrees) => formatCourse(Number(degrees)) || undefined }],
  ['expiresAt', { label: 'Ende der Baustelle', inWords: dayTime }],
])

/** What the parts of settings are called, which hold fields. */
export const typedParts: ReadonlyMap<string, string> = new Map([
  ...Object.entries(categoryNames),
  ['quietHours', 'Ruhezeiten'],
  ['colours', 'Farbe der Leuchte'],
])
