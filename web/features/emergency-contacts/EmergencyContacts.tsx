import { useState } from 'react'
import * as z from 'zod/mini'
import { emergencyContactsLimits, type WaitMinutes } from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import {
  type EmergencyChain,
  type EmergencyContact,
  emergencyContacts,
} from '#contract/emergency-contacts/emergency-contacts.ts'
import styles from './EmergencyContacts.module.css'
import { emergencyContactsTexts as texts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { CardPart } from '#web/ui/layout/CardPart.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { AskingButton, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { formatDay } from '#web/texts/formats.ts'
import { notify } from '#web/ui/text/notify.ts'
import { Select } from '#web/ui/fields/Select.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { EmailField } from '#web/ui/fields/TextField.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

const { waitMinutes: waits, perDevice } = emergencyContactsLimits
const onError = (problem: CallProblem) => alertUser(messageOf(problem))

/** Who is notified when nobody answers an alarm: the list, its order, how long each waits, and an invitation. */
export function EmergencyContacts({ deviceId }: { deviceId: string }) {
  const isDemo = useSession().user?.demo === true
  return (
    <CardPart title={texts.title}>
      <Small>{isDemo ? texts.demo : texts.lead}</Small>
      {!isDemo && <ChainOf deviceId={deviceId} />}
    </CardPart>
  )
}

function ChainOf({ deviceId }: { deviceId: string }) {
  const { data, error, isFetching, refetch } = useCall(emergencyContacts.list, { params: { deviceId } })
  if (data === undefined) {
    if (error === null) return <Small>{texts.loading}</Small>
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const present = data.contacts.filter(({ state }) => state !== 'LEFT')
  return (
    <>
      <Contacts deviceId={deviceId} chain={data} />
      {present.length > 0 && <Wait deviceId={deviceId} chain={data} />}
      {present.length > 0 && <Help deviceId={deviceId} chain={data} />}
      {present.length < perDevice && <Invitation key={present.length} deviceId={deviceId} />}
    </>
  )
}

interface ChainProps {
  deviceId: string
  chain: EmergencyChain
}

/** The ids of contacts that have not left, in their order. */
const orderOf = ({ contacts }: EmergencyChain) => contacts.filter(({ state }) => state !== 'LEFT').map(({ id }) => id)

/** The wait is one of those that can be chosen, as it was chosen. */
const waitOf = ({ waitMinutes }: EmergencyChain): WaitMinutes =>
  waits.find((minutes) => minutes === waitMinutes) ?? emergencyContactsLimits.firstWaitMinutes

function Contacts({ deviceId, chain }: ChainProps) {
  const change = useAction(emergencyContacts.change, [emergencyContacts.list])
  const order = orderOf(chain)
  const moveUp = (id: string) => {
    const place = order.indexOf(id)
    const moved = order.filter((other) => other !== id)
    moved.splice(place - 1, 0, id)
    change.mutate({ params: { deviceId }, body: { waitMinutes: waitOf(chain), order: moved } }, { onError })
  }
  if (chain.contacts.length === 0) return null
  return (
    <PlainList as="ol" aria-label={texts.list}>
      {chain.contacts.map((contact) => (
        <ContactRow
          key={contact.id}
          deviceId={deviceId}
          contact={contact}
          isCalledForHelp={chain.callsForHelp}
          busy={change.isPending}
          onMoveUp={order.indexOf(contact.id) > 0 ? () => moveUp(contact.id) : null}
        />
      ))}
    </PlainList>
  )
}

interface ContactRowProps {
  deviceId: string
  contact: EmergencyContact
  /** Wished by the owner. */
  isCalledForHelp: boolean
  busy: boolean
  /** Null for the first, and for a contact who left. */
  onMoveUp: (() => void) | null
}

function ContactRow({ deviceId, contact, isCalledForHelp, busy, onMoveUp }: ContactRowProps) {
  const remove = useAction(emergencyContacts.remove, [emergencyContacts.list])
  const name = contact.email ?? texts.nobody
  const confirm = (close: () => void) =>
    remove.mutate({ params: { deviceId, contactId: contact.id } }, { onSuccess: close, onError })
  return (
    <li className={styles.contact} data-waiting={contact.state !== 'ACCEPTED' || undefined}>
      <div>
        <p className={styles.email}>{name}</p>
        <Small>{stateInWords(contact, isCalledForHelp)}</Small>
      </div>
      <Row gap={2}>
        {onMoveUp !== null && (
          <Button kind="quiet" busy={busy} aria-label={texts.earlierOf(name)} onClick={onMoveUp}>
            {texts.earlier}
          </Button>
        )}
        <AskingButton action={texts.remove} title={texts.removeTitle(name)} busy={remove.isPending} onConfirm={confirm}>
          <p>{texts.removeText}</p>
        </AskingButton>
      </Row>
    </li>
  )
}

function stateInWords(contact: EmergencyContact, isCalledForHelp: boolean): string {
  const { state, invitedAt, acceptedAt, leftAt, phone, helps } = contact
  return [
    texts.states[state](formatDay(leftAt ?? acceptedAt ?? invitedAt)),
    ...(phone === null ? [] : [texts.byPhone[phone]]),
    ...(isCalledForHelp && state === 'ACCEPTED' && !helps ? [texts.helpsNot] : []),
  ].join(', ')
}

function Wait({ deviceId, chain }: ChainProps) {
  const change = useAction(emergencyContacts.change, [emergencyContacts.list])
  const choose = (value: string) => {
    const waitMinutes = waits.find((minutes) => String(minutes) === value)
    if (waitMinutes === undefined) return
    change.mutate({ params: { deviceId }, body: { waitMinutes, order: orderOf(chain) } }, { onError })
  }
  return (
    <Select
      label={texts.wait}
      value={String(chain.waitMinutes)}
      disabled={change.isPending}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {waits.map((minutes) => (
        <option key={minutes} value={minutes}>
          {texts.minutes(minutes)}
        </option>
      ))}
    </Select>
  )
}

function Help({ deviceId, chain }: ChainProps) {
  const change = useAction(emergencyContacts.change, [emergencyContacts.list])
  // Shown at once, not once the call is under way: a box that does not follow the finger looks broken.
  const [wished, setWished] = useState<boolean | null>(null)
  const choose = (callsForHelp: boolean) => {
    const body = { waitMinutes: waitOf(chain), order: orderOf(chain), callsForHelp }
    setWished(callsForHelp)
    change.mutate(
      { params: { deviceId }, body },
      {
        onSuccess: () => setWished(null),
        onError: (problem) => {
          setWished(null)
          onError(problem)
        },
      },
    )
  }
  return (
    <Check
      checked={wished ?? chain.callsForHelp}
      disabled={change.isPending}
      onChange={(event) => choose(event.currentTarget.checked)}
      hint={texts.helpHint}
    >
      {texts.help}
    </Check>
  )
}

const invitationForm = z.object({ email: emergencyContacts.invite.body.shape.email })

function Invitation({ deviceId }: { deviceId: string }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <InvitationForm deviceId={deviceId} onClose={() => setOpen(false)} />
  return (
    <Button wide kind="secondary" onClick={() => setOpen(true)}>
      {texts.add}
    </Button>
  )
}

/** Invites somebody. */
export function InvitationForm({ deviceId, onClose }: { deviceId: string; onClose(): void }) {
  const invite = useAction(emergencyContacts.invite, [emergencyContacts.list])
  const form = useContractForm(invitationForm, { email: '' })
  const submit = form.onSubmit(
    ({ email }) =>
      invite.mutate(
        { params: { deviceId }, body: { email } },
        {
          onSuccess: () => {
            onClose()
            notify('success', texts.form.invited(email))
          },
          onError: (problem) => showFieldProblems(form, problem),
        },
      ),
    (errors) => focusFirst(form, errors),
  )
  const isAtField = Object.keys(invite.error?.fields ?? {}).length > 0
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <EmailField
        {...form.getInputProps('email')}
        label={texts.form.email}
        description={texts.form.hint}
        autoComplete="off"
        required
      />
      <FormFoot
        problem={invite.error === null || isAtField ? null : messageOf(invite.error)}
        action={texts.form.submit}
        busy={invite.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}
