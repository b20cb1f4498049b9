import { startPhoneReceiver } from '#server/phone/testing/receiver.ts'
import { startPushService, type TestBrowser } from '#server/push/testing/push-service.ts'
import { type Arrived, type MailMood, startMailServer } from '#server/testing/test-product.ts'

/** A message as it comes out of the product: to an address, a number or a browser, under a name that is on its envelope. */
export interface Message {
  to: string
  words: string
  name: string
}

export type NightDoors = Awaited<ReturnType<typeof openNightDoors>>

/** A mail server, a webhook for phones and a push service, each of which does with the messages to somebody what it is told. */
export async function openNightDoors() {
  const moods = new Map<string, MailMood>()
  const moodOf = (to: string): MailMood => moods.get(to) ?? 'TAKES'
  const hanging: Message[] = []
  const mail = await startMailServer({
    moodFor: (email) => {
      const mood = moodOf(recipientOf(email))
      if (!isAnswered(mood)) hanging.push(ofEmail(email))
      return mood
    },
  })
  const phones = await startPhoneReceiver()
  const phoneMessages: Message[] = []
  const browsers = await startPushService()
  const known: TestBrowser[] = []

  phones.answer = (response) => {
    const last = phones.received.at(-1)
    if (last === undefined) throw new Error('it answers what it has received')
    const mood = moodOf(last.to)
    const message = { to: last.to, words: last.text, name: last.id }
    if (isKept(mood)) phoneMessages.push(message)
    if (!isAnswered(mood)) hanging.push(message)
    else response.writeHead(mood === 'TAKES' ? 204 : 503).end()
  }

  const ofBrowsers = (messagesOf: (browser: TestBrowser) => readonly PushMessage[]): Message[] =>
    known.flatMap((browser) =>
      messagesOf(browser).map(({ title, body, tag }) => ({
        to: browser.address.endpoint,
        words: `${title}\n${body}`,
        name: tag,
      })),
    )

  return {
    mail,
    phones,
    browser() {
      const browser = browsers.browser()
      known.push(browser)
      return browser
    },
    /** What is done with messages to these from now on. */
    set(mood: MailMood, receivers: readonly string[]) {
      for (const to of receivers) moods.set(to, mood)
      for (const browser of known.filter(({ address }) => receivers.includes(address.endpoint))) {
        browser.status = isKept(mood) ? 201 : 503
        browser.answers = isAnswered(mood)
      }
    },
    /** What was accepted. */
    kept: (): Message[] => [
      ...mail.emails.map(ofEmail),
      ...phoneMessages,
      ...ofBrowsers(({ arrived }) => arrived.map(({ message }) => message)),
    ],
    /** What was handed over, and never answered. */
    hanging: (): Message[] => [...hanging, ...ofBrowsers(({ offered, answers }) => (answers ? [] : offered))],
    /** What was handed over, whatever became of it. */
    offered: (): Message[] => [
      ...mail.offered.map(ofEmail),
      ...phones.received.map(({ to, text, id }) => ({ to, words: text, name: id })),
      ...ofBrowsers(({ offered }) => offered),
    ],
    async close() {
      await Promise.all([mail.close(), phones.close(), browsers.close()])
    },
  }
}

type PushMessage = TestBrowser['offered'][number]

const isKept = (mood: MailMood): boolean => mood === 'TAKES' || mood === 'TAKES_AND_HANGS'
const isAnswered = (mood: MailMood): boolean => mood === 'TAKES' || mood === 'PUTS_OFF'

const ofEmail = (email: Arrived): Message => ({
  to: recipientOf(email),
  words: `${email.subject ?? ''}\n${email.text ?? ''}`,
  name: email.messageId ?? '',
})

function recipientOf({ to }: Arrived): string {
  const [first] = to ?? []
  if (first?.address === undefined) throw new Error('an e-mail without a recipient')
  return first.address
}
