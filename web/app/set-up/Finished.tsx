import { setUpEnd, type SetUpEnd } from '#domain/vehicles/setup.ts'
import { addressOfStep } from './addresses.ts'
import { DonePicture, MissingPicture } from './pictures.tsx'
import { SetUpFrame } from './SetUpFrame.tsx'
import styles from './steps.module.css'
import type { SetUpSubject } from './subject.ts'
import { setUpTexts, yourVehicle } from './texts.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { paths } from '#web/browser/paths.ts'
import { RideButtonPicture } from '#web/shared/devices/RideButtonPicture.tsx'
import { surface } from '#web/ui/layout/Card.tsx'
import { classes } from '#web/ui/layout/classes.ts'

const { done: texts } = setUpTexts

/** The end, which says what is so, and leads to what is missing. */
export function Finished({ inPlace = false, ...subject }: SetUpSubject & { inPlace?: boolean }) {
  const { device } = subject
  const end = setUpEnd(subject)
  const frame = { screen: null, device, picture: <DonePicture />, inPlace }
  const home = (
    <ButtonLink size="large" wide to={paths.dashboard}>
      {texts.home}
    </ButtonLink>
  )
  switch (end) {
    case 'GUARDED':
      return (
        <SetUpFrame {...frame} title={texts.guarded(yourVehicle(device))} foot={home}>
          <div className={classes(surface, styles.ride)}>
            <RideButtonPicture />
            <p>{texts.rideHint}</p>
          </div>
        </SetUpFrame>
      )
    case 'RECORDED':
      return <SetUpFrame {...frame} title={texts.recorded} foot={home} />
    default: {
      const { title, hint, step } = texts.missing[end]
      const foot = (
        <>
          <ButtonLink size="large" wide to={addressOfMissing(end, device.id)}>
            {step}
          </ButtonLink>
          <ButtonLink kind="quiet" to={paths.dashboard}>
            {texts.home}
          </ButtonLink>
        </>
      )
      return <SetUpFrame {...frame} picture={<MissingPicture />} title={title} lead={hint} foot={foot} />
    }
  }
}

function addressOfMissing(end: Exclude<SetUpEnd, 'GUARDED' | 'RECORDED'>, deviceId: string): string {
  switch (end) {
    case 'NO_LICENCE':
      return paths.devices
    case 'NOT_TRACKED':
      return addressOfStep('PURPOSES', deviceId)
    case 'TEST_FAILED':
      return addressOfStep('TEST_ALARM', deviceId)
    case 'SILENT':
    case 'BLIND':
      return addressOfStep('TRACKER', deviceId)
  }
}
