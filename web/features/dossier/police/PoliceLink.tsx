import { Suspense, useEffect, useId, useState } from 'react'
import { consents } from '#contract/consents/consents.ts'
import { type DossierLink, type LinkTerm, linkTerms } from '#contract/dossier/dossier-link.ts'
import { type Dossier, dossiers } from '#contract/dossier/dossier.ts'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import styles from '../TheftCase.module.css'
import { keepMadeLink, type MadeLink, openAddress, recallMadeLink } from './made-link.ts'
import { linkInWords } from './link-words.ts'
import { dossierTexts } from '../texts.ts'
import { useAction, useTask } from '#web/api/queries/action.ts'
import { callWith } from '#web/api/calls/call.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { invalidate } from '#web/api/queries/renewal.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { useNow } from '#web/browser/clock.ts'
import { formatDayTime } from '#web/texts/formats.ts'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import { notify } from '#web/ui/text/notify.ts'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { FieldGroup } from '#web/ui/fields/FieldGroup.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

const texts = dossierTexts.links
const purpose = 'police-folder'
const consentVersion = currentVersion(purpose)
const QrCode = lazyWithRetry(async () => (await import('#web/ui/pictures/QrCode.tsx')).QrCode)

/** What a link for the police would show and how long, and the button that makes it, and afterwards hands it on. */
export function usePoliceLink(deviceId: string, links: Dossier['links']) {
  // Null until one is chosen, or that of the link that is there is known: what was chosen since stays.
  const [chosen, setTerm] = useState<LinkTerm | null>(null)
  const term = chosen ?? 'THREE_DAYS'
  const now = useNow(30_000)
  // Its address is known only to the browser that made it.
  const [last, setLast] = useState<MadeLink | null>(null)
  const [isCodeShown, setCodeShown] = useState(false)
  useEffect(() => {
    void recallMadeLink(deviceId, links).then((kept) => {
      if (kept === null) return
      setLast((made) => made ?? kept)
      setTerm((since) => since ?? kept.term)
    })
  }, [deviceId, links])
  const url = openAddress(last, { links, term }, now)
  const isOpenElsewhere =
    url === null && links.some((link) => link.id !== last?.link.id && linkInWords(link, now).state === 'OPEN')
  const create = useTask({
    async run(wanted: LinkTerm): Promise<MadeLink> {
      const reply = await callWith(dossiers.createLink, {
        params: { deviceId },
        body: { term: wanted, consentVersion },
      })
      const made = { ...reply, term: wanted }
      // With the answer, also where the page is left before its list is read: nobody else has the address.
      await keepMadeLink(deviceId, made)
      return made
    },
    // It is handed on without waiting for the list.
    onSuccess: () => void invalidate([dossiers.show, consents.list]),
  })
  // Without HTTPS, for example in a home network, the browser has no clipboard: it is there to be copied by hand.
  const handOn = (address: string) => share(address, () => setCodeShown(true))
  const made = (link: MadeLink) => {
    setLast(link)
    setTerm(link.term)
    handOn(link.url)
  }
  const press = () => {
    if (url !== null) return handOn(url)
    create.mutate(term, { onSuccess: made, onError: (problem) => notify('danger', messageOf(problem)) })
  }
  const code = { isShown: isCodeShown, toggle: () => setCodeShown(!isCodeShown) }
  return { term, setTerm, made: last, url, isOpenElsewhere, code, isBusy: create.isPending, press }
}

type PoliceLink = ReturnType<typeof usePoliceLink>

/** Hands a link to another app; where the browser has no sheet for that, it is copied. */
function share(url: string, onUncopied: () => void): void {
  if (typeof navigator.share !== 'function') return copy(url, onUncopied)
  navigator.share({ title: dossierTexts.shared.title, url }).catch((error: unknown) => {
    // Somebody who closes the sheet has not failed; where the tap is too long ago, the same button is pressed again.
    const isOver = error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name)
    if (!isOver) copy(url, onUncopied)
  })
}

function copy(url: string, onUncopied: () => void): void {
  const notCopied = () => {
    onUncopied()
    notify('info', texts.notCopied)
  }
  if (!window.isSecureContext) return notCopied()
  navigator.clipboard.writeText(url).then(() => notify('success', texts.copied), notCopied)
}

/** Who will see what and for how long, which another tap changes. @param id by which the button names it. */
export function LinkReaders({ id, link: { term, setTerm } }: { id: string; link: PoliceLink }) {
  const name = useId()
  return (
    <details className={styles.readers}>
      <Summary id={id}>
        {texts.readers(texts.terms[term])} <span className={styles.change}>{texts.change}</span>
      </Summary>
      <Stack gap={2}>
        <FieldGroup legend={texts.term} isChoice>
          <Row gap={2}>
            {linkTerms.map((choice) => (
              <label key={choice} className={styles.term}>
                <input type="radio" name={name} checked={choice === term} onChange={() => setTerm(choice)} />
                <span>{texts.terms[choice]}</span>
              </label>
            ))}
          </Row>
        </FieldGroup>
        <div>
          <Small>
            {texts.consent} {consentText(purpose, consentVersion)}
          </Small>
          <Small>{texts.zones}</Small>
        </div>
      </Stack>
    </details>
  )
}

export function LinkButton({
  link: { url, isOpenElsewhere, isBusy, press },
  readersId,
}: {
  link: PoliceLink
  readersId: string
}) {
  return (
    <Button wide kind="primary" size="large" busy={isBusy} aria-describedby={readersId} onClick={press}>
      {url !== null ? texts.share : isOpenElsewhere ? texts.another : texts.title}
    </Button>
  )
}

/** The link that this browser has made: for a camera, and to be written down. */
function FreshLink({ url }: { url: string }) {
  return (
    <div className={styles.fresh}>
      <div className={styles.drawing}>
        <Suspense>
          <QrCode content={url} label={texts.qr} />
        </Suspense>
      </div>
      <TextField
        label={texts.address}
        value={url}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  )
}

interface MadeLinksProps {
  deviceId: string
  links: Dossier['links']
  made: PoliceLink
}

/** The links that still open, and whether somebody has opened them; those that have ended once there is no other. */
export function MadeLinks({ deviceId, links, made }: MadeLinksProps) {
  const now = useNow(30_000)
  const open = links.filter((link) => linkInWords(link, now).state === 'OPEN')
  const shown = open.length > 0 ? open : links.slice(0, 1)
  if (shown.length === 0) return null
  return (
    <>
      <PlainList gap={2} aria-label={texts.list}>
        {shown.map((link) => (
          <LinkRow key={link.id} {...{ deviceId, link, made, now }} />
        ))}
      </PlainList>
      {made.isOpenElsewhere && <Small>{texts.elsewhere}</Small>}
    </>
  )
}

interface LinkRowProps extends Pick<MadeLinksProps, 'deviceId' | 'made'> {
  link: DossierLink
  now: Date
}

function LinkRow({ deviceId, link, made: { made, code }, now }: LinkRowProps) {
  const revoke = useAction(dossiers.revokeLink, [dossiers.show])
  const { state, validity, visits } = linkInWords(link, now)
  const params = { deviceId, linkId: link.id }
  const address = state === 'OPEN' && made?.link.id === link.id ? made.url : null
  const codeId = useId()
  const outcome = {
    onSuccess: () => notify('success', texts.revokedNow),
    onError: (problem: Parameters<typeof messageOf>[0]) => notify('danger', messageOf(problem)),
  }
  return (
    <li className={styles.link} data-opened={(state === 'OPEN' && link.lastOpenedAt !== null) || undefined}>
      <p role="status">
        <span className={styles.said}>{validity}</span> {visits}
      </p>
      <div className={styles.linkButtons}>
        {address !== null && (
          <Button kind="secondary" aria-expanded={code.isShown} aria-controls={codeId} onClick={code.toggle}>
            {texts.code}
          </Button>
        )}
        {state === 'OPEN' && (
          <Button
            kind="secondary"
            aria-label={texts.revokeOf(formatDayTime(link.createdAt))}
            busy={revoke.isPending}
            onClick={() => revoke.mutate({ params }, outcome)}
          >
            {texts.revoke}
          </Button>
        )}
      </div>
      <div id={codeId} className={styles.code}>
        {address !== null && code.isShown && <FreshLink url={address} />}
      </div>
    </li>
  )
}
