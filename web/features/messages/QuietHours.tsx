import { useState } from 'react'
import { quietHours as schema, type QuietHours } from '#contract/messages/message-wishes.ts'
import { messages } from '#contract/messages/messages.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { type FieldErrors, mistakesOf } from '#web/forms/form.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { notify } from '#web/ui/text/notify.ts'
import styles from './QuietHours.module.css'
import { wishesTexts } from './texts.ts'

const texts = wishesTexts.quiet
const proposed = { from: '22:00', to: '07:00' }

/** When what can wait does. */
export function QuietHoursCard({ stored }: { stored: QuietHours | null }) {
  const [enabled, setEnabled] = useState(stored !== null)
  const [hours, setHours] = useState(stored ?? proposed)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const change = useAction(messages.changeQuietHours, [messages.wishes])
  const save = () => {
    const mistakes = enabled ? mistakesOf(schema, hours) : {}
    setWrong(mistakes)
    if (Object.keys(mistakes).length > 0) return
    change.mutate(
      { body: { quietHours: enabled ? hours : null } },
      { onSuccess: () => notify('success', enabled ? texts.saved : texts.off) },
    )
  }
  return (
    <Card title={texts.title}>
      <CardParts>
        <Small>{texts.lead}</Small>
        <Check checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)}>
          {texts.enabled}
        </Check>
        {enabled && (
          <div className={styles.times}>
            {(['from', 'to'] as const).map((field) => (
              <TextField
                key={field}
                type="time"
                label={texts[field]}
                value={hours[field]}
                error={wrong[field]}
                onChange={({ currentTarget: { value } }) => setHours({ ...hours, [field]: value })}
              />
            ))}
          </div>
        )}
        <Button kind="secondary" busy={change.isPending} onClick={save}>
          {texts.save}
        </Button>
        {change.error !== null && (
          <Notice kind="danger">
            {wishesTexts.notSaved} {messageOf(change.error)}
          </Notice>
        )}
      </CardParts>
    </Card>
  )
}
