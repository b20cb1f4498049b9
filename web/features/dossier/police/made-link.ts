import * as z from 'zod/mini'
import { type DossierLink, dossierLink, type LinkTerm, linkTerm } from '#contract/dossier/dossier-link.ts'
import { drop, keep, recall, recallAll } from '#web/api/offline/offline-store.ts'
import { session } from '#web/api/session/session.ts'
import { clock } from '#web/browser/clock.ts'
import { linkInWords } from './link-words.ts'

const madeLink = z.object({
  link: dossierLink,
  url: z.string(),
  /** What was chosen when it was made. */
  term: linkTerm,
})
/** A link that this browser has made: the server stores only the hash of its key. */
export type MadeLink = z.output<typeof madeLink>

const beginning = 'police-link:'
const nameOf = (deviceId: string) => `${beginning}${deviceId}`

/** Keeps its address for as long as the session lasts, so that the reloaded page hands on the same link. */
export async function keepMadeLink(deviceId: string, made: MadeLink): Promise<void> {
  const { token } = session.current()
  if (token !== null) await keep(token, nameOf(deviceId), made)
}

/**
 * The last link that this browser has made of a device; null where none is kept. One that the server does not list any more, or
 * that has ended, is forgotten.
 */
export async function recallMadeLink(deviceId: string, links: readonly DossierLink[]): Promise<MadeLink | null> {
  const { token } = session.current()
  const found = token === null ? null : await recall(token, nameOf(deviceId))
  if (found === null) return null
  const made = z.safeParse(madeLink, found.value).data
  const listed = links.find(({ id }) => id === made?.link.id)
  if (made !== undefined && listed !== undefined && linkInWords(listed, clock.now()).state === 'OPEN') return made
  await drop(nameOf(deviceId))
  return null
}

/** Forgets the links that have expired, also of devices that nobody looks at any more. */
export async function dropExpiredLinks(token: string): Promise<void> {
  for (const { name, value } of await recallAll(token, beginning)) {
    const made = z.safeParse(madeLink, value).data
    if (made === undefined || linkInWords(made.link, clock.now()).state !== 'OPEN') await drop(name)
  }
}

/**
 * The address that is handed on; null where another link is to be made: that one has ended, or another term is chosen since.
 * @param known.links as the server has them now; one that was just made may be missing.
 */
export function openAddress(
  made: MadeLink | null,
  { links, term }: { links: readonly DossierLink[]; term: LinkTerm },
  now: Date,
): string | null {
  if (made === null || made.term !== term) return null
  const link = links.find(({ id }) => id === made.link.id) ?? made.link
  return linkInWords(link, now).state === 'OPEN' ? made.url : null
}
