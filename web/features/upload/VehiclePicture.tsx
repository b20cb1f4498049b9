import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { account } from '#contract/account/account.ts'
import { auth, type User } from '#contract/auth/auth.ts'
import { httpLimits } from '#contract/limits/http-limits.ts'
import { upload } from '#contract/upload.ts'
import { useAction } from '#web/api/queries/action.ts'
import { call, download } from '#web/api/calls/call.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { queryClient, queryKey } from '#web/api/queries/queries.ts'
import { session } from '#web/api/session/session.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import styles from './VehiclePicture.module.css'
import { pictureTexts as texts } from './texts.ts'

/** The picture of one's vehicle: chosen, shown, taken away. Nobody else sees it but the readers of the dossier. */
export function VehiclePicture({ user }: { user: User }) {
  const change = useAction(account.changeProfile, [auth.profile])
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const busy = sending || change.isPending

  const choose = async (pictureId: string | null, done: string) => {
    const { user: changed } = await change.mutateAsync({ body: { pictureId } })
    session.setUser(changed)
    notify('success', done)
  }
  const attempt = (act: () => Promise<void>) => {
    setProblem(null)
    setSending(true)
    act()
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setSending(false))
  }
  const send = (file: File) => {
    if (file.size > httpLimits.uploadBytes) return setProblem(texts.tooLarge)
    attempt(async () => choose((await call(upload.send, { file })).id, texts.saved))
  }

  return (
    <Card title={texts.title}>
      <p className={styles.muted}>{texts.lead}</p>
      {user.pictureId !== undefined && <Picture id={user.pictureId} />}
      {problem !== null && (
        <div className={styles.problem}>
          <Notice kind="danger" title={texts.failed}>
            {problem}
          </Notice>
        </div>
      )}
      <div className={styles.buttons}>
        <PictureChoice
          label={user.pictureId === undefined ? texts.choose : texts.replace}
          busy={busy}
          onChoose={send}
        />
        {user.pictureId !== undefined && (
          <Button kind="remove" disabled={busy} onClick={() => attempt(() => choose(null, texts.removed))}>
            {texts.remove}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** The picture needs the session, which an address cannot carry: it is fetched and shown as data. */
function Picture({ id }: { id: string }) {
  const picture = useQuery(
    {
      queryKey: [...queryKey(upload.show), id],
      queryFn: async () => {
        const file = await download(upload.show, { params: { id } })
        return file === null ? null : dataUrlOf(file.content)
      },
      staleTime: Infinity,
    },
    queryClient,
  )
  if (picture.isPending) return <Skeleton lines={4} label={texts.loading} />
  if (picture.isError) return <Notice kind="warning">{messageOf(picture.error)}</Notice>
  return picture.data === null ? null : <img className={styles.picture} src={picture.data} alt={texts.alternative} />
}

function PictureChoice({ label, busy, onChoose }: { label: string; busy: boolean; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    // The same file can be chosen again after a failure.
    event.currentTarget.value = ''
    if (file !== undefined) onChoose(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="visually-hidden"
        aria-label={texts.title}
        aria-describedby={hintId}
        tabIndex={-1}
        onChange={chosen}
      />
      <Button kind="secondary" busy={busy} aria-describedby={hintId} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <p id={hintId} className={styles.muted}>
        {texts.hint}
      </p>
    </>
  )
}

function dataUrlOf(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
      else reject(new Error('the picture could not be read'))
    })
    reader.readAsDataURL(content)
  })
}
