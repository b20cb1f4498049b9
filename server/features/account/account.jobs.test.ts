import { expect, test } from 'vitest'
import type { Account } from '#server/features/auth/accounts.store.ts'
import { createMailedLinks } from '#server/features/auth/mailed-links.ts'
import { registerAccountJobs } from './account.jobs.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { emailChangeNotice } from '#server/mail/credential-mails.ts'
import type { Email } from '#server/mail/mailer.ts'

const now = new Date('2026-11-21T12:00:00Z')

/** The e-mails that a notice about a change turns into while the account is in this state. */
async function noticeOf(
  account: Pick<Account, 'email' | 'pendingEmail'>,
  { isLongAgo = false } = {},
): Promise<[to: string, message: Email][]> {
  const works = new Map<string, (data: never) => Promise<void>>()
  const sent: [string, Email][] = []
  const whole = { ...account } as Account
  registerAccountJobs(
    {
      on: <Data>(kind: Job<Data>, work: (data: Data, id: string) => Promise<void>) =>
        void works.set(kind.name, (data) => work(data, kind.name)),
    },
    {
      accounts: {
        accountById: () => Promise.resolve(whole),
        accountByEmail: () => Promise.resolve(null),
      },
      mailer: { send: (to, message) => Promise.resolve(void sent.push([to, message])) },
      messages: { email: () => undefined },
      links: createMailedLinks({
        tokens: { createToken: ({ email }) => Promise.resolve(email === 'alt@example.org' && !isLongAgo) },
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
    /\/secure-account\?token=/,
  ],
  ['was confirmed meanwhile', { email: 'neu@example.org' }, /wurde geändert/, /\/secure-account\?token=/],
  ['was cancelled meanwhile', { email: 'alt@example.org' }, /sollte geändert werden/, /\/secure-account\?token=/],
]
test.each(states)('the notice about a change that %s goes to the address that asked for it', async (...row) => {
  const [, account, subject, action] = row
  const sent = await noticeOf(account)
  expect(sent.map(([to]) => to)).toEqual(['alt@example.org'])
  expect(sent[0]?.[1].subject).toMatch(subject)
  expect(sent[0]?.[1].text).toMatch(action)
})

test('the notice to an address that the account gave up long ago leads to the support', async () => {
  const [[, message] = []] = await noticeOf({ email: 'neu@example.org' }, { isLongAgo: true })
  expect(message?.text).toMatch(/\/support/)
  expect(message?.text).not.toContain('Das war ich nicht')
})
