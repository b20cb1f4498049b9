import { useId, useState } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { generalProblems } from '#contract/base/general-problems.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/pictures/icons.tsx'
import { formatDayTime, oClock } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { paths } from '#web/browser/paths.ts'
import styles from './account.module.css'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { profileTexts } from './texts.ts'
import { Link } from '#web/ui/controls/Link.tsx'

/** What the user signs in with, and how far the account is verified. */
export function SignInData({ user }: { user: User }) {
  const [dialog, setDialog] = useState<'email' | 'password' | null>(null)
  const close = () => setDialog(null)
  const readOnlyId = useId()
  const blocked = user.demo ? { disabled: true, 'aria-describedby': readOnlyId } : {}

  return (
    <Card title={profileTexts.signIn}>
      {user.demo && (
        <div id={readOnlyId} className={styles.above}>
          <Notice kind="info" live={false}>
            {generalProblems.DEMO_READ_ONLY.message}
          </Notice>
        </div>
      )}
      <dl className={styles.rows}>
        <div className={styles.row}>
          <dt>{profileTexts.email}</dt>
          <dd>
            <Address of={user.email} />
          </dd>
          <dd>
            <Button
              kind="secondary"
              aria-label={profileTexts.changeEmail}
              onClick={() => setDialog('email')}
              {...blocked}
            >
              {profileTexts.change}
            </Button>
          </dd>
        </div>
        {user.emailReturnedAt !== undefined && (
          <div className={styles.note}>
            <dt className="visually-hidden">{profileTexts.returnedTitle}</dt>
            <dd>
              <Notice
                kind="danger"
                title={profileTexts.returnedTitle}
                live={false}
                actions={<Link to={paths.tracking}>{profileTexts.toTestAlarm}</Link>}
              >
                {profileTexts.returned(oClock(formatDayTime(user.emailReturnedAt)))}
              </Notice>
            </dd>
          </div>
        )}
        {user.pendingEmail !== undefined && (
          <div className={styles.note}>
            <dt className="visually-hidden">{profileTexts.pendingTitle}</dt>
            <dd>
              <Notice kind="info" title={profileTexts.pendingTitle} live={false}>
                {profileTexts.pending(user.pendingEmail, user.email)}
              </Notice>
            </dd>
          </div>
        )}
        <div className={styles.row}>
          <dt>{profileTexts.password}</dt>
          <dd className={styles.muted}>{profileTexts.passwordHidden}</dd>
          <dd>
            <Button
              kind="secondary"
              aria-label={profileTexts.changePassword}
              onClick={() => setDialog('password')}
              {...blocked}
            >
              {profileTexts.change}
            </Button>
          </dd>
        </div>
        <div className={styles.row}>
          <dt>{profileTexts.memberSince}</dt>
          <dd>
            <time dateTime={user.createdAt}>{profileTexts.since(user.createdAt)}</time>
          </dd>
        </div>
        <div className={styles.row}>
          <dt>{profileTexts.verification}</dt>
          <dd>
            <PlainList gap={2}>
              <Stage done={user.emailVerified} words={emailStage(user)} to={paths.emailVerification} />
              <Stage done={user.imeiVerified} words={imeiStage(user)} to={paths.imeiVerification} />
            </PlainList>
          </dd>
        </div>
      </dl>
      <ChangeEmailDialog user={user} opened={dialog === 'email'} onClose={close} />
      <ChangePasswordDialog user={user} opened={dialog === 'password'} onClose={close} />
    </Card>
  )
}

/** If the address needs a line break, it comes after the at sign. */
function Address({ of: email }: { of: string }) {
  const domainAt = email.lastIndexOf('@') + 1
  return (
    <span className={styles.email}>
      {email.slice(0, domainAt)}
      <wbr />
      {email.slice(domainAt)}
    </span>
  )
}

const emailStage = (user: User) => (user.emailVerified ? profileTexts.emailVerified : profileTexts.emailUnverified)
const imeiStage = (user: User) => (user.imeiVerified ? profileTexts.imeiVerified : profileTexts.imeiUnverified)

function Stage({ done, words, to }: { done: boolean; words: string; to: string }) {
  const Icon = done ? CheckIcon : WarningIcon
  return (
    <li className={styles.stage} data-done={done || undefined}>
      <Icon className={styles.stageIcon} />
      <span>{words}</span>
      {!done && <Link to={to}>{profileTexts.verify}</Link>}
    </li>
  )
}
