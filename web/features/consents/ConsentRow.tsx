import { useState } from 'react'
import type { ConsentPurpose, PresentConsent } from '#contract/consents/consents.ts'
import styles from './consents.module.css'
import { consentsTexts as texts } from './texts.ts'
import { withdrawConsent } from './withdraw.ts'
import { useTask } from '#web/api/queries/action.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { ConfirmDialog } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { purposeNames, saidInWords } from '#web/texts/consents.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

export interface ShownText {
  purpose: ConsentPurpose
  version: number
  text: string
}

interface ConsentRowProps {
  consent: PresentConsent
  texts: readonly ShownText[]
  mayWithdraw: boolean
}

/** What was last said about a purpose, and what that means now. */
export function ConsentRow({ consent, texts: all, mayWithdraw }: ConsentRowProps) {
  const { purpose, state, isPresent, version } = consent
  const isInForce = isPresent && (state === 'given' || state === 'asked-anew')
  return (
    <li className={styles.row}>
      <div className={styles.said}>
        <p className={styles.purpose}>{purposeNames[purpose]}</p>
        <p>{texts.states[state]}</p>
        <Small>{saidInWords({ ...consent, given: state !== 'withdrawn' })}</Small>
        <TextOnDemand text={all.find((one) => one.purpose === purpose && one.version === version)} />
      </div>
      {isInForce && purpose === 'sharing' && <Small>{texts.sharing}</Small>}
      {isInForce && purpose !== 'sharing' && mayWithdraw && <Withdrawal consent={consent} purpose={purpose} />}
    </li>
  )
}

export function TextOnDemand({ text }: { text: ShownText | undefined }) {
  if (text === undefined) return null
  return (
    <details>
      <Summary label={texts.textOf(purposeNames[text.purpose], text.version)}>{texts.readText}</Summary>
      <p className={styles.text}>{text.text}</p>
    </details>
  )
}

interface WithdrawalProps {
  consent: PresentConsent
  purpose: Exclude<ConsentPurpose, 'sharing'>
}

function Withdrawal({ consent, purpose }: WithdrawalProps) {
  const [asking, setAsking] = useState(false)
  const [deletePositions, setDeletePositions] = useState(false)
  const name = purposeNames[purpose]
  const withdraw = useTask(withdrawConsent)
  const isMissed =
    useCall(vehicles.states, {}, { enabled: asking }).data?.find(({ deviceId }) => deviceId === consent.deviceId)
      ?.condition.kind === 'MISSED'
  const begin = () => {
    // A box that was ticked earlier deletes nothing.
    setDeletePositions(false)
    setAsking(true)
  }
  const confirm = () =>
    withdraw.mutate(
      { deviceId: consent.deviceId, purpose, deletePositions },
      {
        onSuccess() {
          setAsking(false)
          notify('success', texts.withdrawn)
        },
        onError(problem) {
          setAsking(false)
          notify('danger', `${texts.withdrawFailed} ${messageOf(problem)}`)
        },
      },
    )
  return (
    <>
      <Button kind="remove" aria-label={texts.withdrawOf(name, consent.deviceName ?? texts.account)} onClick={begin}>
        {texts.withdraw}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.question(name)}
        action={texts.withdraw}
        busy={withdraw.isPending}
        onConfirm={confirm}
        onClose={() => !withdraw.isPending && setAsking(false)}
      >
        <p>{texts.effects[purpose]}</p>
        {isMissed && <p>{texts.whileMissed}</p>}
        {(purpose === 'theft-alarm' || purpose === 'movement-profile') && (
          <Check checked={deletePositions} onChange={(event) => setDeletePositions(event.currentTarget.checked)}>
            {texts.deletePositions}
          </Check>
        )}
      </ConfirmDialog>
    </>
  )
}
