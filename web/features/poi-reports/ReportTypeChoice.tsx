import {
  IconAlertTriangle,
  IconArrowsHorizontal,
  IconBarrierBlock,
  IconCarCrash,
  IconCarOff,
  IconCaravan,
  IconCar,
  IconCone,
  IconDeviceCctv,
  IconDroplets,
  IconMist,
  IconRoad,
  IconTrafficLights,
  type TablerIcon,
} from '@tabler/icons-react'
import { useId } from 'react'
import { type ReportType, reportTypes } from '#contract/poi-reports/poi-reports.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { reportNames, reportTexts } from './texts.ts'
import styles from './ReportTypeChoice.module.css'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'

interface ReportTypeChoiceProps {
  value: ReportType | null
  /** What is wrong, if something is. */
  error: string | null
  onChange(type: ReportType): void
}

/** All types that can be reported, all visible, each with a symbol large enough for a glove. */
export function ReportTypeChoice({ value, error, onChange }: ReportTypeChoiceProps) {
  const name = useId()
  return (
    <FieldGroup legend={reportTexts.dialog.type} isChoice error={error}>
      <div className={styles.types}>
        {reportTypes.map((type) => {
          const Icon = reportIcons[type]
          return (
            <label key={type} className={styles.type} data-category={categoryOf(type)}>
              <input
                type="radio"
                className={styles.radio}
                name={name}
                value={type}
                checked={type === value}
                onChange={() => onChange(type)}
              />
              <Icon size={30} stroke={1.75} aria-hidden="true" className={styles.icon} />
              <span className={styles.name}>{reportNames[type]}</span>
            </label>
          )
        })}
      </div>
    </FieldGroup>
  )
}

export const reportIcons: Record<ReportType, TablerIcon> = {
  MobileSpeedCamera: IconDeviceCctv,
  SemiStationarySpeedCameras: IconCaravan,
  MobileRedLightControl: IconTrafficLights,
  MobileDistanceControl: IconArrowsHorizontal,
  TrafficJam: IconCar,
  Accident: IconCarCrash,
  Obstacle: IconBarrierBlock,
  BrokenDownVehicle: IconCarOff,
  Slippery: IconDroplets,
  ObstructedView: IconMist,
  TemporaryRoadwork: IconCone,
  LongTermRoadwork: IconRoad,
  User: IconAlertTriangle,
}
