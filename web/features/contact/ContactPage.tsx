import { useState } from 'react'
import { accountLimits } from '#contract/account/account-limits.ts'
import { contact, contactMessage } from '#contract/contact.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useUser } from '#web/api/session/session.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { useDraftedForm } from '#web/forms/drafted-form.ts'
import { createDrafts } from '#web/forms/drafts.ts'
import { focusFirst, showFieldProblems } from '#web/forms/form.ts'
import { formatNumber, formatWait } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { EmailField, TextField } from '#web/ui/fields/TextField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import styles from './ContactPage.module.css'
import { contactTexts as texts } from './texts.ts'

const longestMessage = accountLimits.contactMessageLength

/** /contact: a form that really sends an e-mail to the support. */
export function ContactPage() {
  const [sent, setSent] = useState(false)
  return (
    <Page title={texts.title} lead={texts.lead} width="form">
      {sent ? (
        <Notice
          kind="success"
          title={texts.sent}
          actions={
            <Button kind="secondary" onClick={() => setSent(false)}>
              {texts.another}
            </Button>
          }
        >
          {texts.sentHint}
        </Notice>
      ) : (
        <ContactForm onSent={() => setSent(true)} />
      )}
    </Page>
  )
}

const emptyMessage = { name: '', email: '', subject: '', message: '', website: '' }
const drafts = createDrafts<Partial<typeof emptyMessage>>()

function ContactForm({ onSent }: { onSent(): void }) {
  const user = useUser()
  const form = useDraftedForm(contactMessage, { ...emptyMessage, email: user?.email ?? '' }, drafts)
  const send = useAction(contact.send)
  const submit = form.onSubmit(
    (body) => {
      if (send.isPending) return
      send.mutate({ body }, { onSuccess: onSent, onError: (problem) => void showFieldProblems(form, problem) })
    },
    (errors) => focusFirst(form, errors),
  )
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      {send.error !== null && <NotSent problem={send.error} />}
      <TextField label={texts.name} autoComplete="name" required {...form.getInputProps('name')} />
      <EmailField autoComplete="email" required {...form.getInputProps('email')} />
      <TextField label={texts.subject} required {...form.getInputProps('subject')} />
      <TextArea
        label={texts.message}
        rows={6}
        required
        maxLength={longestMessage}
        count={texts.left(formatNumber(longestMessage - form.values.message.length))}
        {...form.getInputProps('message')}
      />
      <div className={styles.trap} aria-hidden="true">
        <label>
          {texts.trap}
          <input type="text" tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
        </label>
      </div>
      <Button type="submit" size="large" wide busy={send.isPending}>
        {texts.send}
      </Button>
    </Stack>
  )
}

function NotSent({ problem }: { problem: CallProblem }) {
  return (
    <Notice kind="danger" title={texts.failed}>
      {messageOf(problem)}
      {problem.retryAfter !== undefined && <p>{texts.again(formatWait(problem.retryAfter))}</p>}
    </Notice>
  )
}
