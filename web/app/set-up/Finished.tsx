import { addressOfStep } from './addresses.ts'
import { DonePicture } from './pictures.tsx'
import { SetUpFrame } from './SetUpFrame.tsx'
import styles from './steps.module.css'
import { isHeard, type SetUpSubject } from './subject.ts'
import { setUpTexts, yourVehicle } from './texts.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { paths } from '#web/kit/paths.ts'

const { done: texts } = setUpTexts

/** The end, which says what is so: without a tracker that reports, nothing is guarded. */
export function Finished(subject: SetUpSubject) {
  const { device, setup } = subject
  const hasAlarm = setup.some(({ step }) => step === 'TEST_ALARM')
  const frame = { screen: null, deviceId: device.id, picture: <DonePicture /> }
  const home = (
    <ButtonLink size="large" wide to={paths.dashboard}>
      {texts.home}
    </ButtonLink>
  )
  if (!isHeard(subject)) {
    const connect = (
      <ButtonLink kind="quiet" to={addressOfStep('TRACKER', device.id)}>
        {texts.connect}
      </ButtonLink>
    )
    const foot = (
      <>
        {home}
        {connect}
      </>
    )
    return <SetUpFrame {...frame} title={texts.silent} lead={texts.silentHint} foot={foot} />
  }
  if (!hasAlarm) return <SetUpFrame {...frame} title={texts.recorded} foot={home} />
  return (
    <SetUpFrame {...frame} title={texts.guarded(yourVehicle(device))} foot={home}>
      <div className={styles.ride}>
        <span className={styles.pictured} aria-hidden="true">
          {texts.ride}
        </span>
        <p>{texts.rideHint}</p>
      </div>
    </SetUpFrame>
  )
}
