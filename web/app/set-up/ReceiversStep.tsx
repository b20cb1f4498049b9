import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { alarms } from '#contract/alarms/alarms.ts'
import { emergencyContacts } from '#contract/emergency-contacts/emergency-contacts.ts'
import { phones } from '#contract/phones/phones.ts'
import { push } from '#contract/push/push.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { addressOfStep } from './addresses.ts'
import { ReceiversPicture } from './pictures.tsx'
import { useUnreceivedTest } from './unreceived-test.ts'
import { SetUpFrame } from './SetUpFrame.tsx'
import styles from './steps.module.css'
import type { SetUpSubject } from './subject.ts'
import { testProgress } from './test-progress.ts'
import { setUpTexts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useUser } from '#web/api/session/session.ts'
import { InvitationForm } from '#web/features/emergency-contacts/EmergencyContacts.tsx'
import { OwnPhone } from '#web/features/phones/PhoneCard.tsx'
import { subscriptionsHere } from '#web/features/push/subscriptions.ts'
import { useBrowser } from '#web/features/push/use-browser.ts'
import { useSwitchOn } from '#web/features/push/use-switch-on.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { clock } from '#web/browser/clock.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

const { receivers: texts } = setUpTexts

/** Whom an alarm reaches, and how. */
export function ReceiversStep({ device }: SetUpSubject) {
  const navigate = useNavigate()
  const user = useUser()
  const hasPhones = useConfig()?.phones === true
  const { data } = useCall(alarms.list, { params: { deviceId: device.id } })
  const test = useAction(alarms.test, [alarms.list, vehicles.states])
  // Only so many tests are sent in an hour, and none of the demo: there is a way on without another one.
  const [unreceived] = useUnreceivedTest(device.id)
  const goesOn = test.isError || testProgress(data?.alarms ?? [], clock.now(), unreceived) !== 'NONE'
  const send = () =>
    test.mutate(
      { params: { deviceId: device.id } },
      {
        onSuccess: () => void navigate(addressOfStep('TEST_ALARM', device.id)),
        onError: (problem) => alertUser(messageOf(problem)),
      },
    )
  return (
    <SetUpFrame
      screen="RECEIVERS"
      device={device}
      title={setUpTexts.titles.RECEIVERS}
      picture={<ReceiversPicture />}
      foot={
        <>
          <Button size="large" wide busy={test.isPending} onClick={send}>
            {setUpTexts.test.send}
          </Button>
          {goesOn && (
            <ButtonLink kind="quiet" to={addressOfStep('TEST_ALARM', device.id)}>
              {setUpTexts.next}
            </ButtonLink>
          )}
        </>
      }
    >
      <div>
        <ReceiverRow name={texts.email} detail={user?.email}>
          <Ready words={texts.ready} hidden />
        </ReceiverRow>
        {user?.demo !== true && <PushRow />}
        {user?.demo !== true && hasPhones && <PhoneRow />}
        {user?.demo !== true && <ContactRow deviceId={device.id} />}
      </div>
    </SetUpFrame>
  )
}

function ReceiverRow({ name, detail, children }: { name: string; detail?: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.name}>{name}</p>
        {detail !== undefined && <Small>{detail}</Small>}
      </div>
      {children}
    </div>
  )
}

/** @param hidden the sign alone is seen, where there is no room for words. */
function Ready({ words, hidden = false }: { words: string; hidden?: boolean }) {
  return (
    <span className={styles.ready}>
      <CheckIcon />
      <span className={hidden ? 'visually-hidden' : undefined}>{words}</span>
    </span>
  )
}

function PushRow() {
  const browser = useBrowser()
  const { data } = useCall(push.list)
  const { switchOn, busy, obstacle } = useSwitchOn(data?.publicKey ?? '', browser.look)
  if (browser.ability !== 'able')
    return (
      <ReceiverRow name={texts.push} detail={texts.unable[browser.ability]}>
        {null}
      </ReceiverRow>
    )
  const isOn = data !== undefined && subscriptionsHere(data.subscriptions, browser.address ?? null).here !== null
  return (
    <ReceiverRow name={texts.push} detail={obstacle === null ? undefined : texts.obstacles[obstacle]}>
      {isOn ? (
        <Ready words={texts.ready} />
      ) : (
        <Button kind="secondary" busy={busy || data === undefined} onClick={() => void switchOn()}>
          {texts.allow}
        </Button>
      )}
    </ReceiverRow>
  )
}

function PhoneRow() {
  const { data } = useCall(phones.show)
  const [opened, setOpened] = useState(false)
  return (
    <ReceiverRow name={texts.phone}>
      {data !== undefined && data.phone !== null ? (
        <Ready words={texts.ready} />
      ) : (
        <Button kind="secondary" onClick={() => setOpened(true)}>
          {texts.number}
        </Button>
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title={texts.phoneTitle}>
        <OwnPhone />
      </Dialog>
    </ReceiverRow>
  )
}

function ContactRow({ deviceId }: { deviceId: string }) {
  const { data } = useCall(emergencyContacts.list, { params: { deviceId } })
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const isInvited = data?.contacts.some(({ state }) => state === 'INVITED' || state === 'ACCEPTED') === true
  return (
    <ReceiverRow name={texts.contact}>
      {isInvited ? (
        <Ready words={texts.invited} />
      ) : (
        <Button kind="secondary" onClick={() => setOpened(true)}>
          {texts.invite}
        </Button>
      )}
      <Dialog opened={opened} onClose={close} title={texts.contactTitle}>
        <InvitationForm deviceId={deviceId} onClose={close} />
      </Dialog>
    </ReceiverRow>
  )
}
