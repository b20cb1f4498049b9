import { useState } from 'react'
import * as z from 'zod/mini'
import { dayMs } from '#contract/base/time-units.ts'
import { people, personEntry } from '#contract/people/people.ts'
import { type PersonRole, personRoles } from '#contract/people/vehicle-role.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { clock } from '#web/browser/clock.ts'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { ChoiceGroup } from '#web/ui/controls/ChoiceGroup.tsx'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { Select } from '#web/ui/fields/Select.tsx'
import { EmailField, TextField } from '#web/ui/fields/TextField.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { peopleTexts } from './texts.ts'

const texts = peopleTexts.form
const typed = z.object({ name: personEntry.shape.name, email: personEntry.shape.email })
const roles = personRoles.toReversed().map((role) => {
  const { name: label, detail } = peopleTexts.roles[role]
  return { value: role, label, detail }
})

/** Invites somebody: who, what they may, and how long. */
export function PersonForm({ deviceId, onClose }: { deviceId: string; onClose(): void }) {
  const invite = useAction(people.invite, [people.list])
  const form = useContractForm(typed, { name: '', email: '' })
  const [role, setRole] = useState<PersonRole>('WATCHER')
  const [days, setDays] = useState(0)
  const submit = form.onSubmit(
    ({ name, email }) => {
      const endsAt = days === 0 ? {} : { endsAt: new Date(clock.now().getTime() + days * dayMs).toISOString() }
      invite.mutate(
        { params: { deviceId }, body: { name, email, role, ...endsAt } },
        {
          onSuccess: () => {
            onClose()
            notify('success', texts.invited(name))
          },
          onError: (problem) => showFieldProblems(form, problem),
        },
      )
    },
    (errors) => focusFirst(form, errors),
  )
  const isAtField = Object.keys(invite.error?.fields ?? {}).length > 0
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <TextField
        {...form.getInputProps('name')}
        label={texts.name}
        description={texts.nameHint}
        autoComplete="off"
        required
      />
      <EmailField
        {...form.getInputProps('email')}
        label={texts.email}
        description={texts.emailHint}
        autoComplete="off"
        required
      />
      <ChoiceGroup legend={texts.role} choices={roles} value={role} onChange={setRole} />
      <Select label={texts.term} value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
        {texts.terms.map((term) => (
          <option key={term.days} value={term.days}>
            {term.name}
          </option>
        ))}
      </Select>
      <FormFoot
        problem={invite.error === null || isAtField ? null : messageOf(invite.error)}
        action={texts.submit}
        busy={invite.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}
