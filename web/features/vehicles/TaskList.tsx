import { type ReactNode, useId } from 'react'
import type { SetupStep, VehicleState } from '#contract/vehicles/vehicles.ts'
import { trackingOf } from './addresses.ts'
import { type Task, tasksOf } from './tasks.ts'
import styles from './TaskList.module.css'
import { taskTexts as texts } from './texts.ts'
import { surface } from '#web/ui/layout/Card.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { formatAgo } from '#web/texts/formats.ts'
import { addressOfDevice } from '#web/shared/devices/device-addresses.ts'
import { paths, withQuery } from '#web/browser/paths.ts'
import { batteryInWords } from '#web/texts/vehicle-states.ts'
import { Link } from '#web/ui/controls/Link.tsx'

interface TaskListProps {
  vehicles: readonly VehicleState[]
  now: Date
}

/** The next thing that each vehicle needs; nothing at all if there is nothing. */
export function TaskList({ vehicles, now }: TaskListProps) {
  const titleId = useId()
  const tasks = vehicles.flatMap((vehicle) =>
    tasksOf(vehicle, now)
      .slice(0, 1)
      .map((task) => ({ vehicle, task })),
  )
  if (tasks.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {texts.title}
      </h2>
      <PlainList gap={2}>
        {tasks.map(({ vehicle, task }) => (
          <li key={`${vehicle.deviceId} ${task.kind}`} className={classes(surface, styles.task)} data-kind={task.kind}>
            {vehicles.length > 1 && <Small>{vehicle.deviceName}</Small>}
            <TaskWords task={task} vehicle={vehicle} now={now} />
          </li>
        ))}
      </PlainList>
    </section>
  )
}

function TaskWords({ task, vehicle, now }: { task: Task; vehicle: VehicleState; now: Date }) {
  const { deviceId } = vehicle
  switch (task.kind) {
    case 'SET_UP':
      return <SetUp steps={task.steps} next={task.next} deviceId={deviceId} />
    case 'NO_LICENCE':
      return <OneThing {...texts.noLicence} to={addressOfDevice(deviceId)} />
    case 'LICENCE_ENDS':
      return (
        <OneThing {...texts.licenceEnds} title={texts.licenceEnds.title(task.days)} to={addressOfDevice(deviceId)} />
      )
    case 'POWER_CUT':
      return <OneThing {...texts.powerCut} title={texts.powerCut.title(task.since)} to={trackingOf(deviceId)} />
    case 'BATTERY_LOW':
      return (
        <OneThing
          {...texts.batteryLow}
          title={texts.batteryLow.title(batteryInWords(vehicle.battery))}
          to={addressOfDevice(deviceId)}
        />
      )
    case 'SILENT':
      return (
        <OneThing
          {...texts.silent}
          title={texts.silent.title(formatAgo(task.since, now))}
          to={addressOfDevice(deviceId)}
        />
      )
    case 'BLIND':
      return <OneThing {...texts.blind} to={addressOfDevice(deviceId)} />
    case 'INSPECTION':
      return <OneThing {...texts.inspection} title={texts.inspection.title(task)} to={addressOfDevice(deviceId)} />
    case 'SEASON_ENDS':
      return (
        <OneThing {...texts.seasonEnds} title={texts.seasonEnds.title(task.lastDay)} to={addressOfDevice(deviceId)} />
      )
  }
}

interface OneThingProps {
  title: string
  detail: string
  action: string
  to: string
}

function OneThing({ title, detail, action, to }: OneThingProps) {
  return (
    <>
      <p className={styles.what}>{title}</p>
      <Small>{detail}</Small>
      <Link to={to} className={styles.action}>
        {action}
      </Link>
    </>
  )
}

interface SetUpProps {
  steps: VehicleState['setup']
  next: SetupStep
  deviceId: string
}

/** The steps as guide posts at the roadside: the next one leads on. */
function SetUp({ steps, next, deviceId }: SetUpProps) {
  return (
    <>
      <p className={styles.what}>{texts.setUp.title}</p>
      <div className={styles.steps}>
        <PlainList as="ol" aria-label={texts.setUp.title}>
          {steps.map(({ step, done }) => (
            <li key={step} className={styles.step} data-done={done || undefined} data-next={step === next || undefined}>
              <Post done={done} />
              <StepName step={step} isNext={step === next} deviceId={deviceId} />
              {done && <span className="visually-hidden"> ({texts.setUp.done})</span>}
            </li>
          ))}
        </PlainList>
      </div>
    </>
  )
}

/** Higher towards the road, as they are. */
function Post({ done }: { done: boolean }) {
  return (
    <svg className={styles.post} viewBox="0 0 16 32" aria-hidden="true">
      <path d="M1.5 6.5 14.5 1.5V31H1.5z" strokeLinejoin="round" />
      {done ? (
        <path className={styles.tick} d="m4.5 17 2.5 3 4.5-6.5" />
      ) : (
        <path className={styles.band} d="M2 12.5 14 8v8.5L2 21z" />
      )}
    </svg>
  )
}

function StepName({ step, isNext, deviceId }: { step: SetupStep; isNext: boolean; deviceId: string }): ReactNode {
  const name = texts.setUp.steps[step]
  return isNext ? (
    <Link to={withQuery(paths.setUp, { device: deviceId })} className={styles.stepLink}>
      {name}
    </Link>
  ) : (
    name
  )
}
