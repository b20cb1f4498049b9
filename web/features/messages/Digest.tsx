import { useState } from 'react'
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
import { wishesTexts } from './texts.ts'

const texts = wishesTexts.digest
const proposed = '18:00'

/** Whether e-mails that can wait come as one a day, and when. */
export function DigestCard({ stored }: { stored: string | null }) {
  const [enabled, setEnabled] = useState(stored !== null)
  const [at, setAt] = useState(stored ?? proposed)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const change = useAction(messages.changeDigest, [messages.wishes])
  const save = () => {
    const body = { digestAt: enabled ? at : null }
    const mistakes = mistakesOf(messages.changeDigest.body, body)
    setWrong(mistakes)
    if (Object.keys(mistakes).length > 0) return
    change.mutate({ body }, { onSuccess: () => notify('success', enabled ? texts.saved : texts.off) })
  }
  return (
    <Card title={texts.title}>
      <CardParts>
        <Small>{texts.lead}</Small>
        <Check checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)}>
          {texts.enabled}
        </Check>
        {enabled && (
          <TextField
            type="time"
            label={texts.at}
            value={at}
            error={wrong['digestAt']}
            onChange={({ currentTarget: { value } }) => setAt(value)}
          />
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
