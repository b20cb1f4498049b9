import { IconCar, IconMotorbike } from '@tabler/icons-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'
import { type Device, deviceDetails } from '#contract/devices/devices.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { demoLabel } from '#domain/demo/demo.ts'
import { joinVehicle } from '#domain/devices/vehicle.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { ClockCorrection } from '#web/shared/devices/ClockCorrection.tsx'
import { formatImei } from '#web/texts/formats.ts'
import { useKeptFocus } from '#web/browser/kept-focus.ts'
import { lossInWords } from '#web/shared/devices/loss-words.ts'
import { deviceCardId } from '#web/shared/devices/device-addresses.ts'
import { paths, withQuery } from '#web/browser/paths.ts'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { useArrival } from '#web/browser/use-arrival.ts'
import { WaitingForNetwork } from '#web/ui/text/WaitingForNetwork.tsx'
import { useWaitingDevice } from '#web/api/offline/outbox.ts'
import styles from './DeviceCard.module.css'
import { DeviceName } from './DeviceName.tsx'
import { DeviceSummary } from './DeviceSummary.tsx'
import { DeviceOffer } from './offer/DeviceOffer.tsx'
import { EditDeviceDialog } from './dialogs/EditDeviceDialog.tsx'
import { HandOverDialog } from './dialogs/HandOverDialog.tsx'
import { RemoveDeviceDialog } from './dialogs/RemoveDeviceDialog.tsx'
import { licenceState } from './licence-state.ts'
import { signOfLife } from '#web/shared/devices/sign-of-life.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import { supplyInWords } from './supply.ts'
import { inspectionInText, seasonInText } from './dialogs/date-fields.ts'
import { cardTexts, deviceLabels, usageNames } from './texts.ts'
import { surface } from '#web/ui/layout/Card.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface DeviceCardProps {
  device: Device
  now: Date
  /** How its vehicle is: undefined while it is on its way; null where there is nothing to say, or it could not be loaded. */
  state: VehicleState | null | undefined
  /** How it gets a licence, or keeps one that ends soon. */
  licenceWays: ReactNode
  /** Called when the device has left the account: the focus needs a place to go. */
  onGone: () => void
}

/** One device: what it is, when it last reported, what its licence allows. */
export function DeviceCard({ device: stored, state, licenceWays, now, onGone }: DeviceCardProps) {
  const waiting = useWaitingDevice(stored.id)
  const device = waiting === null ? stored : withWaiting(stored, waiting)
  const titleId = useId()
  const id = deviceCardId(device.id)
  const region = useKeptFocus<HTMLElement>()
  useArrival(region, id)
  const Picture = device.usageType === 'MOTORRAD' ? IconMotorbike : IconCar
  const vehicle = joinVehicle(device)
  const states = statesOf(device, now)
  const troubles = troublesOf(states, state)
  const licence = licenceState(device, now)
  return (
    <article ref={region} id={id} className={classes(surface, styles.card)} aria-labelledby={titleId}>
      <Row gap={3} align="start">
        <span className={styles.picture} role="img" aria-label={usageNames[device.usageType]}>
          <Picture size={28} stroke={1.75} aria-hidden="true" />
        </span>
        <div className={styles.names}>
          <DeviceName device={device} titleId={titleId} />
          {vehicle !== '' && <p className={styles.vehicle}>{vehicle}</p>}
        </div>
        {(device.vehiclePlate !== null || device.demo) && (
          <div className={styles.marks}>
            {device.vehiclePlate !== null && <Plate text={device.vehiclePlate} />}
            {device.demo && <Badge>{demoLabel}</Badge>}
          </div>
        )}
      </Row>
      {waiting !== null && <WaitingForNetwork />}
      <DeviceSummary device={device} state={state} now={now} />
      <States states={troubles} device={device} />
      {device.activeLicense !== null && !isAmong(troubles, licence) && (
        <Small>
          {licence.words} {cardTexts.until(device.activeLicense.expiresAt)}
        </Small>
      )}
      {licenceWays}
      {device.offer !== null && <DeviceOffer device={device} offer={device.offer} />}
      <Actions device={device} isMissed={state?.condition.kind === 'MISSED'} onGone={onGone}>
        <States states={states.filter((one) => !isAmong(troubles, one))} device={device} />
        <Facts device={device} />
      </Actions>
    </article>
  )
}

/** What an older version kept may lack fields. */
function withWaiting(stored: Device, waiting: NonNullable<ReturnType<typeof useWaitingDevice>>): Device {
  return { ...stored, ...deviceDetails.parse({ ...stored, ...waiting }) }
}

interface ShownState {
  state: string
  words: string
  advice: string | null
}

/** All that is known of how a device does. */
function statesOf(device: Device, now: Date): ShownState[] {
  const { state, words, detail } = licenceState(device, now)
  return [
    signOfLife(device, now),
    ...(device.loss === null ? [] : [{ state: 'lost', ...lossInWords(device.loss) }]),
    ...supplyInWords(device, now),
    { state, words, advice: detail },
  ]
}

/** What its owner has to see, the most urgent first: without a licence nothing else helps. */
const troubling: readonly string[] = ['expired', 'unlicensed', 'lost', 'cut', 'low', 'silent', 'never', 'expiring']

/** What the sentence about the vehicle has said already: how full the battery is, and what a licence is missing for. */
const adviceInSentence: readonly string[] = ['low', 'unlicensed']

/** What nobody can see to while the vehicle is missed: its case says what is known. */
const ofCase: readonly string[] = ['cut', 'low', 'silent']

/** The one that is to be mended next, and power that was cut, which may be a theft; the rest is folded. */
function troublesOf(states: readonly ShownState[], vehicle: DeviceCardProps['state']): ShownState[] {
  const isMissed = vehicle?.condition.kind === 'MISSED'
  const shown = states.filter(({ state }) => !isMissed || !ofCase.includes(state))
  const first = troubling.find((one) => shown.some(({ state }) => state === one))
  return shown
    .filter(({ state }) => state === first || state === 'cut')
    .map((one) => (vehicle && adviceInSentence.includes(one.state) ? { ...one, advice: null } : one))
}

function isAmong(shown: readonly ShownState[], { state }: Pick<ShownState, 'state'>): boolean {
  return shown.some((one) => one.state === state)
}

function States({ states, device }: { states: readonly ShownState[]; device: Device }) {
  if (states.length === 0) return null
  return (
    <PlainList gap={3}>
      {states.map((one) => (
        <li key={one.state} className={styles.state} data-state={one.state}>
          <span className={styles.lamp} aria-hidden="true" />
          <Stack gap={2} toStart>
            <div>
              <p className={styles.words}>{one.words}</p>
              {one.advice !== null && <Small>{one.advice}</Small>}
            </div>
            {one.state === 'lost' && <ClockCorrection device={device} />}
            {one.state === 'never' && (
              <ButtonLink kind="secondary" to={withQuery(paths.setUp, { device: device.id })}>
                {cardTexts.setUp}
              </ButtonLink>
            )}
          </Stack>
        </li>
      ))}
    </PlainList>
  )
}

/** What its owner says of it that stands neither at the head of its card nor below the other facts. */
const furtherFacts = z.keyof(
  z.omit(deviceDetails, {
    deviceName: true,
    usageType: true,
    vehicleBrand: true,
    vehicleModel: true,
    vehiclePlate: true,
    notes: true,
  }),
).options

function Facts({ device }: { device: Device }) {
  const said = { season: seasonInText(device.season), inspectionDue: inspectionInText(device.inspectionDue) }
  return (
    <dl className={styles.facts}>
      <dt>{cardTexts.model}</dt>
      <dd>{device.deviceModel}</dd>
      <dt>{cardTexts.imei}</dt>
      <dd className={styles.imei}>{formatImei(device.imei)}</dd>
      <dt>{cardTexts.position}</dt>
      <dd>{device.hasPosition ? cardTexts.hasPosition : cardTexts.hasNoPosition}</dd>
      {furtherFacts.map((name) => {
        const words = { ...device, ...said }[name]
        return (
          words && (
            <Fragment key={name}>
              <dt>{deviceLabels[name]}</dt>
              <dd>{words}</dd>
            </Fragment>
          )
        )
      })}
      {device.notes !== null && (
        <>
          <dt>{cardTexts.notes}</dt>
          <dd className={styles.notes}>{device.notes}</dd>
        </>
      )}
    </dl>
  )
}

interface ActionsProps {
  device: Device
  /** Its owner misses it: it stays with them as long. */
  isMissed: boolean
  onGone: () => void
  children: ReactNode
}

/** What is done now and then stands there; what is done once is folded, with all that is known of the device. */
function Actions({ device, isMissed, onGone, children }: ActionsProps) {
  const [dialog, setDialog] = useState<'edit' | 'hand over' | 'remove' | null>(null)
  const close = () => setDialog(null)
  const named = (action: string) => cardTexts.ofDevice(action, device.deviceName)
  return (
    <div className={styles.actions}>
      <Button kind="secondary" aria-label={named(cardTexts.edit)} onClick={() => setDialog('edit')}>
        {cardTexts.edit}
      </Button>
      <details className={styles.details}>
        <Summary>{cardTexts.details}</Summary>
        <Stack gap={3}>
          <div className={styles.body}>{children}</div>
          <div>
            <Small>{cardTexts.stickerReason}</Small>
            <ButtonLink kind="secondary" aria-label={named(cardTexts.sticker)} to={paths.sticker}>
              {cardTexts.sticker}
            </ButtonLink>
          </div>
          <div>
            <Small>{cardTexts.peopleReason}</Small>
            <ButtonLink kind="secondary" aria-label={named(cardTexts.people)} to={paths.people}>
              {cardTexts.people}
            </ButtonLink>
          </div>
          <div>
            <Small>{cardTexts.messagesReason}</Small>
            <ButtonLink kind="secondary" aria-label={named(cardTexts.messages)} to={paths.messageWishes}>
              {cardTexts.messages}
            </ButtonLink>
          </div>
          {isMissed ? (
            <Small>{cardTexts.missed}</Small>
          ) : (
            <Row gap={2}>
              <Button kind="secondary" aria-label={named(cardTexts.handOver)} onClick={() => setDialog('hand over')}>
                {cardTexts.handOver}
              </Button>
              <Button kind="remove" aria-label={named(cardTexts.remove)} onClick={() => setDialog('remove')}>
                {cardTexts.remove}
              </Button>
            </Row>
          )}
        </Stack>
      </details>
      <EditDeviceDialog device={device} opened={dialog === 'edit'} onClose={close} />
      <HandOverDialog device={device} opened={dialog === 'hand over'} onClose={close} />
      <RemoveDeviceDialog device={device} opened={dialog === 'remove'} onClose={close} onGone={onGone} />
    </div>
  )
}
