import { expect, test } from 'vitest'
import type { Account } from '#server/features/auth/auth.store.ts'
import { createMailedLinks } from '#server/features/auth/mailed-links.ts'
import { emailChangeNotice, registerAccountJobs } from './account.jobs.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Letter } from '#server/mail/mailer.ts'

const now = new Date('2026-11-21T12:00:00Z')

/** The e-mails that a notice about a change becomes, while the account is in this state. */
async function noticeOf(account: Pick<Account, 'email' | 'pendingEmail'>): Promise<[to: string, letter: Letter][]> {
  const works = new Map<string, (data: never) => Promise<void>>()
  const sent: [string, Letter][] = []
  const whole = { ...account } as Account
  registerAccountJobs(
    { on: <Data>(kind: Job<Data>, work: (data: Data) => Promise<void>) => void works.set(kind.name, work) },
    {
      accounts: {
        accountById: () => Promise.resolve(whole),
        accountByEmail: () => Promise.resolve(null),
      },
      mailer: { send: (to, letter) => Promise.resolve(void sent.push([to, letter])) },
      links: createMailedLinks({
        store: { createToken: ({ email }) => Promise.resolve(email === account.email) },
        clock: { now: () => now },
        publicUrl: 'https://wegwarte.example',
      }),
    },
  )
  const data = { userId: 'a', email: 'alt@example.org', newEmail: 'neu@example.org' }
  await works.get(emailChangeNotice.name)?.(emailChangeNotice.data.parse(data) as never)
  return sent
}

const states: [what: string, account: Pick<Account, 'email' | 'pendingEmail'>, subject: RegExp, action: RegExp][] = [
  [
    'still waits',
    { email: 'alt@example.org', pendingEmail: 'neu@example.org' },
    /soll geändert werden/,
    /\/cancel-email-change\?token=/,
  ],
  ['was confirmed meanwhile', { email: 'neu@example.org' }, /wurde geändert/, /\/support/],
  ['was cancelled meanwhile', { email: 'alt@example.org' }, /sollte geändert werden/, /\/support/],
]
test.each(states)('the notice about a change that %s goes to the address it was asked for from', async (...row) => {
  const [, account, subject, action] = row
  const sent = await noticeOf(account)
  expect(sent.map(([to]) => to)).toEqual(['alt@example.org'])
  expect(sent[0]?.[1].subject).toMatch(subject)
  expect(sent[0]?.[1].text).toMatch(action)
})
