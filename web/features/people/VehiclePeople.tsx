import { useState } from 'react'
import type { Device } from '#contract/devices/devices.ts'
import { people, type Person } from '#contract/people/people.ts'
import { peopleLimits } from '#contract/people/people-limits.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { formatDay, formatDayTime } from '#web/texts/formats.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { alertUser } from '#web/ui/text/alert.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { EntryList, EntryRow } from '#web/ui/text/EntryList.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { PersonForm } from './PersonForm.tsx'
import { untoldInWords } from './state-words.ts'
import { peopleTexts } from './texts.ts'

const texts = peopleTexts.own

/** Who else sees a vehicle of one's own, and an invitation. */
export function VehiclePeople({ device }: { device: Device }) {
  return (
    <Card title={texts.title(device.deviceName)}>
      <CardParts>
        <Small>{texts.lead}</Small>
        <PeopleOf deviceId={device.id} />
      </CardParts>
    </Card>
  )
}

function PeopleOf({ deviceId }: { deviceId: string }) {
  const { data, error, isFetching, refetch } = useCall(people.list, { params: { deviceId } })
  const [isOpen, setOpen] = useState(false)
  if (data === undefined) {
    if (error === null) return <Small>{texts.loading}</Small>
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const present = data.people.filter(({ state }) => state === 'INVITED' || state === 'ACCEPTED')
  return (
    <>
      {data.people.length === 0 && <p>{texts.none}</p>}
      {data.people.length > 0 && (
        <EntryList label={texts.list}>
          {data.people.map((person) => (
            <PersonRow key={person.id} deviceId={deviceId} person={person} />
          ))}
        </EntryList>
      )}
      {isOpen && <PersonForm deviceId={deviceId} onClose={() => setOpen(false)} />}
      {!isOpen && present.length < peopleLimits.perDevice && (
        <Button kind="secondary" onClick={() => setOpen(true)}>
          {texts.add}
        </Button>
      )}
    </>
  )
}

function PersonRow({ deviceId, person }: { deviceId: string; person: Person }) {
  const remove = useAction(people.remove, [people.list])
  const { id, name, email, role, state, invitedAt, acceptedAt, endsAt } = person
  const untold = untoldInWords(person.untold)
  const since = state === 'ENDED' ? (endsAt ?? invitedAt) : (acceptedAt ?? invitedAt)
  const confirm = (close: () => void) =>
    remove.mutate(
      { params: { deviceId, personId: id } },
      { onSuccess: close, onError: (problem) => alertUser(messageOf(problem)) },
    )
  const facts = [
    peopleTexts.roles[role].name,
    texts.states[state](formatDay(since)),
    ...(endsAt !== null && state !== 'ENDED' ? [peopleTexts.others.until(formatDayTime(endsAt))] : []),
  ]
  return (
    <EntryRow
      name={name}
      actions={
        <AskingButton action={texts.remove} title={texts.removeTitle(name)} busy={remove.isPending} onConfirm={confirm}>
          <p>{texts.removeText}</p>
        </AskingButton>
      }
    >
      <Stack gap={2}>
        <div>
          <Small>{email}</Small>
          <Small>{facts.join(', ')}</Small>
        </div>
        {untold !== null && (
          <Notice kind="warning" live={false}>
            {untold}
          </Notice>
        )}
      </Stack>
    </EntryRow>
  )
}
