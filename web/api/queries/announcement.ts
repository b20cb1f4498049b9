import * as z from 'zod/mini'
import { announcementLimits } from '#contract/limits/announcement-limits.ts'
import { config } from '#contract/config.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { call } from '#web/api/calls/call.ts'
import { dismiss, notify, shownMessages } from '#web/ui/text/notify.ts'
import { recall, remember } from '#web/browser/remembered.ts'

/** Where this tab remembers what was closed. */
const closedName = 'closedAnnouncement'

type Ask = () => Promise<{ announcement?: string | undefined }>

let shown: string | null = null

/** Shows what the operator announces above the page until it is closed or over, and asks for it now and then. */
export function followAnnouncement(announcement: string | undefined, ask: Ask = () => call(config.read)): void {
  if (announcement === undefined) void askAgain(ask)
  else show(announcement)
  shownMessages.subscribe(rememberClosing)
  setInterval(() => void askAgain(ask), announcementLimits.askedMinutes * minuteMs)
}

async function askAgain(ask: Ask): Promise<void> {
  if (document.hidden) return
  try {
    show((await ask()).announcement ?? null)
  } catch {
    // Without a connection nothing new is known.
  }
}

function show(announcement: string | null): void {
  if (announcement === shown) return
  const former = messageOf(shown)
  shown = null
  if (former !== undefined) dismiss(former.id)
  if (announcement === null || recall(closedName, z.string(), 'tab') === announcement) return
  notify('warning', announcement)
  shown = announcement
}

/** A message that is gone although it is still announced was closed, or had to make room for others. */
function rememberClosing(): void {
  if (shown === null || messageOf(shown) !== undefined) return
  remember(closedName, shown, 'tab')
}

const messageOf = (announcement: string | null) => shownMessages.current().find(({ text }) => text === announcement)
