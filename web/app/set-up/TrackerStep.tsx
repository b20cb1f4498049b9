import { useEffect, useRef, useState } from 'react'
import { secondMs } from '#contract/base/time-units.ts'
import { type TrackerProgress, trackerProgress } from '#domain/vehicles/setup.ts'
import { addressOfStep } from './addresses.ts'
import { TrackerPicture } from './pictures.tsx'
import { SetUpFrame } from './SetUpFrame.tsx'
import styles from './steps.module.css'
import { isHeard, type SetUpSubject } from './subject.ts'
import { setUpTexts } from './texts.ts'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { clock, useNow } from '#web/browser/clock.ts'
import { formatImei } from '#web/texts/formats.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import { batteryInWords } from '#web/texts/vehicle-states.ts'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'

const { tracker: texts } = setUpTexts
const lookMs = 10 * secondMs
const felt = 80

/** The tracker is connected to the vehicle, and its first report is seen here. */
export function TrackerStep(subject: SetUpSubject) {
  const { device } = subject
  const now = useNow(lookMs)
  const [beganAt] = useState(() => clock.now())
  const heard = isHeard(subject)
  const progress = trackerProgress(
    { isHeard: heard, hasFix: device.hasFix ?? device.hasPosition },
    now.getTime() - beganAt.getTime(),
  )
  useFirstReport(heard)
  const next = addressOfStep('PURPOSES', device.id)
  return (
    <SetUpFrame
      screen="TRACKER"
      device={device}
      title={setUpTexts.titles.TRACKER}
      {...(!heard && { lead: texts.lead })}
      picture={<TrackerPicture />}
      foot={
        heard ? (
          <ButtonLink size="large" wide to={next}>
            {setUpTexts.next}
          </ButtonLink>
        ) : (
          <ButtonLink kind="quiet" to={next}>
            {texts.without}
          </ButtonLink>
        )
      }
    >
      <div className={styles.progress} data-progress={progress}>
        <Lamp progress={progress} />
        <p role="status">{inWords(progress, subject)}</p>
      </div>
      {progress === 'LATE' && (
        <details>
          <Summary>{texts.check}</Summary>
          <MarkedList as="ol" gap={2}>
            {texts.checks.map((check) => (
              <li key={check}>{check}</li>
            ))}
          </MarkedList>
          <p className={styles.imei}>{formatImei(device.imei)}</p>
        </details>
      )}
    </SetUpFrame>
  )
}

/** Felt, too: a person who connects a cable does not look at the phone. */
function useFirstReport(heard: boolean): void {
  const before = useRef(heard)
  useEffect(() => {
    if (heard && !before.current) navigator.vibrate?.(felt)
    before.current = heard
  }, [heard])
}

function inWords(progress: TrackerProgress, { device }: SetUpSubject): string {
  switch (progress) {
    case 'WAITING':
      return texts.waiting
    case 'LATE':
      return texts.late
    case 'WITHOUT_PLACE':
      return texts.withoutPlace
    case 'THERE':
      return texts.there(batteryInWords(device.battery))
  }
}

function Lamp({ progress }: { progress: TrackerProgress }) {
  return (
    <svg className={styles.lamp} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="14" />
      {progress === 'THERE' && <path d="m9.5 16.5 4.5 4.5 9-10" pathLength="1" />}
    </svg>
  )
}
