import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

/** How a message stands among others in the e-mail of a day. */
export interface DigestItem {
  /** What it is about, in a word or two. */
  topic: string
  title: string
  text: string
  action: { label: string; url: string }
}

/** What can wait, in one e-mail. */
export function digestEmail(items: readonly DigestItem[], publicUrl: string): Email {
  const topics = [...new Set(items.map(({ topic }) => topic))]
  return write({
    subject: `${items.length} Nachrichten: ${listOf(topics)}`,
    paragraphs: ['das ist zusammengekommen:'],
    items,
    after: [
      `Sie bekommen gesammelt, was warten kann. Alles andere kommt wie bisher. Das ändern Sie unter „Nachrichten wählen“: ${publicUrl}/messages/wishes`,
    ],
  })
}

function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} und ${last}`
}
