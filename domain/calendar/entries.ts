import type { LicenceType } from '#contract/licences/licence-type.ts'
import type { Season } from '#contract/devices/vehicle-dates.ts'
import { addDays, dayInWords, lastDayOf, monthInWords } from '#domain/time/days.ts'
import { berlinDay } from '#domain/time/time.ts'
import { inspectionMonth } from '#domain/vehicles/inspection.ts'
import { dayOf, nextChange } from '#domain/vehicles/season.ts'
import type { CalendarEntry } from './calendar-file.ts'

export interface CalendarLicence {
  id: string
  type: LicenceType
  endsAt: Date
  deviceNames: readonly string[]
}

export interface CalendarVehicle {
  id: string
  name: string
  season: Season | null
  inspectionDue: string | null
}

/** The dates of an account, the next first. No plate and no place: calendars are shared and shown. */
export function calendarEntries(
  licences: readonly CalendarLicence[],
  vehicles: readonly CalendarVehicle[],
  today: string,
): CalendarEntry[] {
  return [...licences.map(licenceEntry), ...vehicles.flatMap((vehicle) => vehicleEntries(vehicle, today))].toSorted(
    (one, other) => one.day.localeCompare(other.day) || one.id.localeCompare(other.id),
  )
}

function licenceEntry({ id, type, endsAt, deviceNames }: CalendarLicence): CalendarEntry {
  const day = berlinDay(endsAt.toISOString())
  const names = deviceNames.map((name) => `„${name}“`).join(', ')
  return {
    id: `licence ${id} ${day}`,
    day,
    title: `Lizenz ${type} endet${names === '' ? '' : `: ${names}`}`,
    detail:
      names === ''
        ? 'Zurzeit nutzt sie kein Gerät.'
        : `Danach sind Diebstahlalarm und Tracking aus für ${names}. Verlängern Sie vorher in Wegwarte.`,
  }
}

function vehicleEntries({ id, name, season, inspectionDue }: CalendarVehicle, today: string): CalendarEntry[] {
  return [...inspectionEntry({ id, name, season, inspectionDue }), ...seasonEntries(id, name, season, today)]
}

function inspectionEntry({ id, name, season, inspectionDue }: CalendarVehicle): CalendarEntry[] {
  if (inspectionDue === null) return []
  const month = inspectionMonth(inspectionDue, season)
  const day = lastDayOf(month)
  return [
    {
      id: `inspection ${id} ${month}`,
      day,
      title: `HU fällig: „${name}“`,
      detail: `Die Hauptuntersuchung ist ${monthInWords(month)} fällig, spätestens am ${dayInWords(day)}.`,
    },
  ]
}

/** The next change, and the one after it. */
function seasonEntries(id: string, name: string, season: Season | null, today: string): CalendarEntry[] {
  if (season === null) return []
  const next = nextChange(season, today)
  return [next, nextChange(season, dayOf(next))].map((change) => {
    if (change.kind === 'BEGINS') {
      const detail = 'Ist der Tracker geladen, gilt die Lizenz, und ist der Alarm scharf?'
      return {
        id: `season begins ${id} ${change.firstDay}`,
        day: change.firstDay,
        title: `Saison beginnt: „${name}“`,
        detail,
      }
    }
    const after = dayInWords(addDays(change.lastDay, 1))
    const detail = `Ab dem ${after} darf das Fahrzeug nicht auf öffentlichen Straßen fahren oder stehen.`
    return { id: `season ends ${id} ${change.lastDay}`, day: change.lastDay, title: `Saison endet: „${name}“`, detail }
  })
}
