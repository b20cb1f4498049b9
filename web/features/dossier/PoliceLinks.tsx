import { useId, useRef, useState } from 'react'
import { consents } from '#contract/consents.ts'
import { type Dossier, type DossierLink, dossiers, type LinkTerm, linkTerms } from '#contract/dossier.ts'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import styles from './Dossier.module.css'
import { linkInWords } from './link-words.ts'
import { ShareButton } from './ShareButton.tsx'
import { dossierTexts } from './texts.ts'
import { useAction } from '#web/api/action.ts'
import { messageOf } from '#web/api/call-problem.ts'
import { Button } from '#web/kit/Button.tsx'
import { useNow } from '#web/kit/clock.ts'
import { formatDayTime } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { notify } from '#web/kit/notify.ts'
import { TextField } from '#web/kit/TextField.tsx'
import { CardPart } from '#web/kit/CardPart.tsx'
import { PlainList } from '#web/kit/PlainList.tsx'
import { Small } from '#web/kit/Small.tsx'

const texts = dossierTexts.links

interface PoliceLinksProps {
  deviceId: string
  dossier: Dossier
}

/** Links that let the police read: made, shown once, watched and revoked. */
export function PoliceLinks({ deviceId, dossier: { period, links } }: PoliceLinksProps) {
  return (
    <CardPart title={texts.title}>
      <Small>{period === null ? texts.none : texts.hint}</Small>
      <Small>{texts.zones}</Small>
      {period !== null && <NewLink deviceId={deviceId} />}
      {links.length > 0 && (
        <PlainList aria-label={texts.list}>
          {links.map((link) => (
            <LinkRow key={link.id} deviceId={deviceId} link={link} />
          ))}
        </PlainList>
      )}
    </CardPart>
  )
}

const purpose = 'police-folder'
const consentVersion = currentVersion(purpose)

function NewLink({ deviceId }: { deviceId: string }) {
  const [term, setTerm] = useState<LinkTerm>('THREE_DAYS')
  const create = useAction(dossiers.createLink, [dossiers.show, consents.list])
  const name = useId()
  const consent = useId()
  return (
    <>
      <fieldset className={styles.terms} role="radiogroup">
        <legend className={styles.legend}>{texts.term}</legend>
        {linkTerms.map((choice) => (
          <label key={choice} className={styles.term}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={choice === term}
              onChange={() => setTerm(choice)}
            />
            <span>{texts.terms[choice]}</span>
          </label>
        ))}
      </fieldset>
      <Small id={consent}>
        {texts.consent} {consentText(purpose, consentVersion)}
      </Small>
      <Button
        wide
        busy={create.isPending}
        aria-describedby={consent}
        onClick={() => create.mutate({ params: { deviceId }, body: { term, consentVersion } })}
      >
        {texts.create}
      </Button>
      {create.error !== null && <Notice kind="danger">{messageOf(create.error)}</Notice>}
      {create.data !== undefined && <FreshLink url={create.data.url} />}
    </>
  )
}

function FreshLink({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const select = () => {
    field.current?.select()
    notify('info', texts.notCopied)
  }
  const copy = () => {
    // Without HTTPS, for example in a home network, the browser has no clipboard.
    if (!window.isSecureContext) return select()
    navigator.clipboard.writeText(url).then(() => notify('success', texts.copied), select)
  }
  return (
    <Notice
      kind="success"
      title={texts.fresh}
      actions={
        <>
          <ShareButton title={dossierTexts.shared.title} url={url} />
          <Button kind="secondary" onClick={copy}>
            {texts.copy}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        label={texts.address}
        value={url}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Notice>
  )
}

function LinkRow({ deviceId, link }: { deviceId: string; link: DossierLink }) {
  const now = useNow(30_000)
  const revoke = useAction(dossiers.revokeLink, [dossiers.show])
  const { state, validity, visits } = linkInWords(link, now)
  const created = formatDayTime(link.createdAt)
  const params = { deviceId, linkId: link.id }
  const outcome = {
    onSuccess: () => notify('success', texts.revokedNow),
    onError: (problem: Parameters<typeof messageOf>[0]) => notify('danger', messageOf(problem)),
  }
  return (
    <li className={styles.link} data-ended={state !== 'OPEN' || undefined}>
      <div>
        <p className={styles.said}>{validity}</p>
        <Small>{visits}</Small>
        <Small>{texts.created(created)}</Small>
      </div>
      {state === 'OPEN' && (
        <Button
          kind="secondary"
          aria-label={texts.revokeOf(created)}
          busy={revoke.isPending}
          onClick={() => revoke.mutate({ params }, outcome)}
        >
          {texts.revoke}
        </Button>
      )}
    </li>
  )
}
