import { useState } from 'react'
import type { PhoneState } from '#contract/phones/phones.ts'
import { CodeEntry } from './CodeEntry.tsx'
import { NumberEntry } from './NumberEntry.tsx'
import type { PhoneCalls } from './phone-calls.ts'
import styles from './Phones.module.css'
import { phonesTexts as texts } from './texts.ts'
import { useTask } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { formatDay } from '#web/texts/formats.ts'
import { notify } from '#web/ui/text/notify.ts'

interface PhonePartProps {
  state: PhoneState
  calls: PhoneCalls
  /** What is said about the number before it is given. */
  privacy: string
  onChange(state: PhoneState): void
}

/** One's phone for alarms: what it is, and the two steps to another one, which are a number and the code sent to it. */
export function PhonePart({ state, calls, privacy, onChange }: PhonePartProps) {
  // Also while the code of a former number is on its way.
  const [isEntering, setEntering] = useState(false)
  const asked = (next: PhoneState) => {
    setEntering(false)
    onChange(next)
  }
  if (isEntering)
    return <NumberEntry ask={calls.ask} privacy={privacy} onAsked={asked} onCancel={() => setEntering(false)} />
  if (state.asked !== null)
    return (
      <CodeEntry
        asked={state.asked}
        confirm={calls.confirm}
        onConfirmed={(next) => {
          onChange(next)
          notify('success', texts.confirmed)
        }}
        onAgain={() => setEntering(true)}
      />
    )
  if (state.phone === null)
    return (
      <Button wide kind="secondary" onClick={() => setEntering(true)}>
        {texts.add}
      </Button>
    )
  return <Present phone={state.phone} remove={calls.remove} onChange={onChange} onEnter={() => setEntering(true)} />
}

interface PresentProps extends Pick<PhoneCalls, 'remove'>, Pick<PhonePartProps, 'onChange'> {
  phone: NonNullable<PhoneState['phone']>
  onEnter(): void
}

function Present({ phone, remove, onChange, onEnter }: PresentProps) {
  const removal = useTask({ run: remove })
  const confirm = (close: () => void) =>
    removal.mutate(undefined, {
      onSuccess: () => {
        close()
        notify('success', texts.removed)
        onChange({ phone: null, asked: null })
      },
      onError: (problem) => alertUser(messageOf(problem)),
    })
  return (
    <div className={styles.present}>
      <div>
        <p className={styles.number}>{texts.present[phone.channel](phone.ending)}</p>
        <Small>{phone.allowed ? texts.since(formatDay(phone.confirmedAt)) : texts.notAllowed}</Small>
      </div>
      <Row gap={2}>
        <Button kind="quiet" onClick={onEnter}>
          {texts.change}
        </Button>
        <AskingButton action={texts.remove} title={texts.removeTitle} busy={removal.isPending} onConfirm={confirm}>
          <p>{texts.removeText}</p>
        </AskingButton>
      </Row>
    </div>
  )
}
