import { useId } from 'react'
import { type PhoneCountry, phoneCountries } from '#contract/phones/phone-number.ts'
import { type PhoneChannel, phoneChannels } from '#contract/phones/phone-channel.ts'
import { phoneForm, type PhoneForm, type PhoneState } from '#contract/phones/phones.ts'
import type { PhoneCalls } from './phone-calls.ts'
import styles from './Phones.module.css'
import { phonesTexts as texts } from './texts.ts'
import { useTask } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { RadioTile } from '#web/ui/controls/RadioTile.tsx'
import { Select } from '#web/ui/fields/Select.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'

interface NumberEntryProps extends Pick<PhoneCalls, 'ask'> {
  privacy: string
  onAsked(state: PhoneState): void
  onCancel(): void
}

const empty: PhoneForm = { country: 'DE', number: '', channel: 'SMS' }

/** The first step: the number, and whether it gets text messages or calls. */
export function NumberEntry({ ask, privacy, onAsked, onCancel }: NumberEntryProps) {
  const form = useContractForm<PhoneForm & Record<string, unknown>>(phoneForm, empty)
  const asking = useTask({ run: ask })
  const submit = form.onSubmit(
    (wanted) => asking.mutate(wanted, { onSuccess: onAsked, onError: (problem) => showFieldProblems(form, problem) }),
    (errors) => focusFirst(form, errors),
  )
  const isAtField = Object.keys(asking.error?.fields ?? {}).length > 0
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <ChannelChoice channel={form.values.channel} onChoose={(channel) => form.setFieldValue('channel', channel)} />
      <Select
        label={texts.country}
        value={form.values.country}
        onChange={(event) => form.setFieldValue('country', countryOf(event.currentTarget.value))}
      >
        {phoneCountries.map((value) => (
          <option key={value} value={value}>
            {texts.countries[value]}
          </option>
        ))}
      </Select>
      <TextField
        {...form.getInputProps('number')}
        label={texts.number}
        description={texts.numberHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        digits
        autoFocus
        required
      />
      <Small>{privacy}</Small>
      <FormFoot
        problem={asking.error === null || isAtField ? null : messageOf(asking.error)}
        action={texts.send}
        busy={asking.isPending}
        onCancel={onCancel}
      />
    </Stack>
  )
}

const countryOf = (value: string): PhoneCountry => phoneCountries.find((country) => country === value) ?? 'DE'

function ChannelChoice({ channel, onChoose }: { channel: PhoneChannel; onChoose(channel: PhoneChannel): void }) {
  const name = useId()
  return (
    <FieldGroup legend={texts.channel} isChoice>
      <div className={styles.channels}>
        {phoneChannels.map((value) => (
          <RadioTile key={value} roomy name={name} checked={channel === value} onChange={() => onChoose(value)}>
            <span className={styles.words}>
              {texts.channels[value].name}
              <Small as="span">{texts.channels[value].detail}</Small>
            </span>
          </RadioTile>
        ))}
      </div>
    </FieldGroup>
  )
}
