import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type TrackingPurpose, trackingPurposes } from '#contract/consents/consents.ts'
import { tracking, type TrackingMode } from '#contract/tracking/tracking.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import { setUpScreenAfter } from '#domain/vehicles/setup.ts'
import { addressOfStep } from './addresses.ts'
import { PurposesPicture } from './pictures.tsx'
import { modeOf, withoutConsent, withOrWithout } from './purposes.ts'
import { SetUpFrame } from './SetUpFrame.tsx'
import styles from './steps.module.css'
import type { SetUpSubject } from './subject.ts'
import { setUpTexts } from './texts.ts'
import { useTask } from '#web/api/queries/action.ts'
import { queryClient, useCall } from '#web/api/queries/queries.ts'
import { trackingTexts } from '#web/features/tracking/texts.ts'
import { changeOf, type TrackingChange } from '#web/features/tracking/settings/tracking-changes.ts'
import { trackingDoor } from '#web/features/tracking/tracking-door.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { Switch } from '#web/ui/controls/Switch.tsx'
import { purposeNames } from '#web/texts/consents.ts'

const { purposes: texts } = setUpTexts
const surroundings = {
  client: queryClient,
  isLast: () => true,
  onStart: () => undefined,
  onEmptied: () => undefined,
  say: alertUser,
}

/** What the tracker is for: each purpose is switched on and consented to by itself. */
export function PurposesStep({ device, setup }: SetUpSubject) {
  const navigate = useNavigate()
  const settings = useCall(tracking.settings, { params: { deviceId: device.id } })
  const [wanted, setWanted] = useState<readonly TrackingPurpose[]>(['theft-alarm'])
  const [ticked, setTicked] = useState<readonly TrackingPurpose[]>([])
  const [mistake, setMistake] = useState<string | null>(null)
  const change = useTask(changeOf(trackingDoor, surroundings))
  const mode = modeOf(wanted)

  const goOn = (chosen: TrackingMode) => {
    const needed = chosen === 'MOVEMENT' ? setup.filter(({ step }) => step !== 'TEST_ALARM') : setup
    const next = setUpScreenAfter('PURPOSES', needed)
    void navigate(next === null ? withQuery(paths.setUp, { device: device.id }) : addressOfStep(next, device.id))
  }
  const make = (made: TrackingChange, onSuccess: () => void) =>
    change.mutate({ choice: { deviceId: device.id }, change: made }, { onSuccess })
  const frame = {
    screen: 'PURPOSES',
    device,
    title: setUpTexts.titles.PURPOSES,
    picture: <PurposesPicture />,
  } as const

  if (settings.data === undefined) {
    return (
      <SetUpFrame {...frame} foot={null}>
        {settings.isError ? (
          <LoadFailure
            title={texts.failed}
            error={settings.error}
            onRetry={() => void settings.refetch()}
            busy={settings.isFetching}
          />
        ) : (
          <Skeleton lines={4} label={setUpTexts.loading} />
        )}
      </SetUpFrame>
    )
  }
  const { consents } = settings.data
  const running = settings.data.trackingEnabled ? settings.data.settings.trackingMode : null

  if (running !== null && !change.isPending) {
    return (
      <SetUpFrame
        {...frame}
        lead={`${texts.isOn} ${trackingTexts.mode.names[running]}.`}
        foot={
          <Button size="large" wide onClick={() => goOn(running)}>
            {setUpTexts.next}
          </Button>
        }
      >
        <ButtonLink kind="secondary" to={withQuery(paths.tracking, { device: device.id, tab: 'settings' })}>
          {texts.change}
        </ButtonLink>
      </SetUpFrame>
    )
  }
  const switchOn = () => {
    if (mode === null) return setMistake(texts.nothing)
    if (wanted.some((purpose) => !ticked.includes(purpose))) return setMistake(texts.missing)
    setMistake(null)
    const enable = () =>
      make({ action: 'enable', mode }, () => {
        void queryClient.invalidateQueries({ queryKey: [vehicles.states.path] }).then(() => goOn(mode))
      })
    const purposes = withoutConsent(wanted, consents)
    if (purposes.length === 0) enable()
    else make({ action: 'consent', consentGiven: true, purposes }, enable)
  }
  return (
    <SetUpFrame
      {...frame}
      foot={
        <>
          {mistake !== null && <p role="alert">{mistake}</p>}
          <Button size="large" wide busy={change.isPending} onClick={switchOn}>
            {texts.switchOn[mode ?? 'THEFT']}
          </Button>
        </>
      }
    >
      <div>
        {trackingPurposes.map((purpose) => (
          <PurposeRow
            key={purpose}
            purpose={purpose}
            wanted={wanted.includes(purpose)}
            onChange={(on) => {
              setMistake(null)
              setWanted(withOrWithout(wanted, purpose, on))
            }}
          />
        ))}
      </div>
      {wanted.map((purpose) => (
        <Consent
          key={purpose}
          purpose={purpose}
          ticked={ticked.includes(purpose)}
          onChange={(on) => {
            setMistake(null)
            setTicked(withOrWithout(ticked, purpose, on))
          }}
        />
      ))}
    </SetUpFrame>
  )
}

interface PurposeRowProps {
  purpose: TrackingPurpose
  wanted: boolean
  onChange(on: boolean): void
}

function PurposeRow({ purpose, wanted, onChange }: PurposeRowProps) {
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.name}>{texts.names[purpose]}</p>
        <Small>{texts.hints[purpose]}</Small>
      </div>
      <Switch label={texts.names[purpose]} checked={wanted} onChange={onChange} />
    </div>
  )
}

interface ConsentProps {
  purpose: TrackingPurpose
  ticked: boolean
  onChange(on: boolean): void
}

/** Who gets what for how long is always in sight; the whole text one tap away. */
function Consent({ purpose, ticked, onChange }: ConsentProps) {
  const version = currentVersion(purpose)
  return (
    <div className={styles.consent}>
      <Check checked={ticked} onChange={(event) => onChange(event.currentTarget.checked)}>
        {texts.consent[purpose]}
      </Check>
      <details>
        <Summary>{texts.text}</Summary>
        <Small>
          {texts.textOf(purposeNames[purpose], version)}: {consentText(purpose, version)}
        </Small>
        <Small>{trackingTexts.consent.others}</Small>
      </details>
    </div>
  )
}
