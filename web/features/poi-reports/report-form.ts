import type { Correction, NewReport, ReportType } from '#contract/poi-reports/poi-reports.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { isReportable, mayHaveEnd } from '#domain/poi-reports/poi-reports.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { instantOfTyped, typedTime } from '#domain/time/typed-time.ts'

/** What is known beyond type and place, as the form's fields hold it: empty is not known. */
export interface ReportDetails {
  speed: string
  direction: string
  /** As the browser's date-time field writes it, in German time. */
  end: string
}

export const noDetails: ReportDetails = { speed: '', direction: '', end: '' }

/** The limits that signs show, km/h. */
export const signedSpeeds = [20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130]

/** Whether a type can have a speed limit: only speed cameras do. */
export function hasSpeed(type: ReportType): boolean {
  return categoryOf(type) === 'mobileSpeedCameras'
}

/** The fields of an existing report. */
export function reportDetailsOf({ poiType, speed, details: { direction, expiresAt } }: Poi): ReportDetails {
  const end = isReportable(poiType) && mayHaveEnd(poiType) && expiresAt !== undefined ? typedTime(expiresAt) : ''
  return { speed: speed === null ? '' : `${speed}`, direction: direction === undefined ? '' : `${direction}`, end }
}

type Known = Pick<NewReport, 'speed' | 'direction' | 'expiresAt'>

/** What is sent of a new report; null if the end cannot be read. Fields that the type does not have are left out. */
export function reportedOf(type: ReportType, { speed, direction, end }: ReportDetails): Known | null {
  const saysEnd = mayHaveEnd(type) && end !== ''
  const expiresAt = saysEnd ? instantOfTyped(end, 'last') : null
  if (saysEnd && expiresAt === null) return null
  return {
    ...(hasSpeed(type) && speed !== '' && { speed: Number(speed) }),
    ...(direction !== '' && { direction: Number(direction) }),
    ...(expiresAt !== null && { expiresAt }),
  }
}

/** What is sent of an existing one, where a field that was emptied is null. */
export function correctionOf(type: ReportType, before: ReportDetails, details: ReportDetails): Correction | null {
  const known = reportedOf(type, details)
  if (known === null) return null
  const isEmptied = (field: keyof ReportDetails) => before[field] !== '' && details[field] === ''
  return {
    ...(hasSpeed(type) && isEmptied('speed') && { speed: null }),
    ...(isEmptied('direction') && { direction: null }),
    ...(isEmptied('end') && { expiresAt: null }),
    ...known,
  }
}
