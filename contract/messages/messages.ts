import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { alarmId, deviceId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { clockTime, messageWish, messageWishes, quietHours } from './message-wishes.ts'

/** A message that was sent to an account, or will be. Never a place, and never somebody else's address. */
export const sentMessage = z
  .object({
    /** The place in the list. */
    id: z.string(),
    /** What it is about, and which alarm or reminder; also as newer versions call them. */
    kind: z.string(),
    detail: z.nullable(z.string()),
    /** `EMAIL`, `PUSH`, `SMS` or `VOICE`, and what became of it (`domain/messages/messages.ts`). */
    channel: z.string(),
    state: z.string(),
    /** When it was due; of one that waits, when it goes at the earliest. */
    dueAt: instant,
    /** When it was accepted or given up. */
    endedAt: z.nullable(instant),
    /** The vehicle, if it is still the account's. */
    deviceId: z.nullable(deviceId),
    deviceName: z.nullable(z.string()),
    alarmId: z.nullable(alarmId),
    /** It goes, or went, with others in the e-mail of a day. */
    inDigest: z.nullish(z.boolean()),
  })
  .check(z.meta({ id: 'SentMessage' }))
export type SentMessage = z.output<typeof sentMessage>

export const messages = {
  list: endpoint('GET', '/api/messages', {
    access: 'verified',
    limit: manyReads,
    summary: 'Was dem eigenen Konto in den letzten 14 Tagen geschickt wurde, Neuestes zuerst, seitenweise.',
    query: z.object({
      /** The `next` of the page before. */
      before: z.optional(z.string().check(z.maxLength(120), z.regex(/^[\w.-]+$/, 'Bitte laden Sie die Liste neu.'))),
    }),
    reply: z.object({
      messages: z.array(sentMessage),
      /** What continues the list; null at its end. */
      next: z.nullable(z.string()),
    }),
  }),

  wishes: endpoint('GET', '/api/messages/wishes', {
    access: 'verified',
    limit: manyReads,
    summary:
      'Welche Nachrichten zu welchem Fahrzeug auf welchem Weg gewünscht sind, die Ruhezeit, und wann E-Mails gesammelt kommen.',
    reply: messageWishes,
  }),
  changeWish: endpoint('PUT', '/api/messages/wishes/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId', by: 'WATCHER' },
    limit: manyChanges,
    summary:
      'Nachrichten einer Art zu einem Fahrzeug auf einem Weg wünschen oder nicht: für sich, zu einem eigenen Fahrzeug oder zu einem, zu dem man eingeladen ist.',
    params: z.object({ deviceId }),
    body: messageWish,
    reply: messageWishes,
    problems: ['NOT_FOUND'],
  }),
  changeQuietHours: endpoint('PUT', '/api/messages/quiet-hours', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Die Ruhezeit ändern, in der wartet, was warten kann. Null: keine.',
    body: z.object({ quietHours: z.nullable(quietHours) }),
    reply: messageWishes,
  }),
  changeDigest: endpoint('PUT', '/api/messages/digest', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Wann E-Mails, die warten können, gesammelt als eine am Tag kommen. Null: jede für sich.',
    body: z.object({ digestAt: z.nullable(clockTime) }),
    reply: messageWishes,
  }),
}
