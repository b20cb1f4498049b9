import * as z from 'zod'
import { announcementLimits } from '#contract/limits/announcement-limits.ts'
import { supportServerLimits } from '#contract/limits/support-limits.ts'
import { oneLine } from '#contract/base/text.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { announcementWords } from '#domain/config/announcement-words.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { germanInstant } from '#server/commands/german-time.ts'
import { byOption, bySummary, operatorOf } from '#server/commands/operator.ts'
import { announce as announceToAll, type Announcement } from '#server/features/config/announcements.store.ts'

const { announcementLength, announcedDays } = supportServerLimits
const textMissing = 'Bitte den Text in Anführungszeichen nennen.'
const announcedText = oneLine(announcementLength, `Der Text ist länger als ${announcementLength} Zeichen.`).check(
  z.minLength(1, textMissing),
)

export const announce: Command = {
  usage: '"TEXT" --from "JJJJ-MM-TT SS:MM" --until "JJJJ-MM-TT SS:MM" [--by NAME]   oder --none',
  summary: [
    'Kündigt allen in der App etwas mit seiner Zeit an, etwa eine Wartung; --none nimmt es zurück.',
    '',
    'Sofort und bis zum Ende der Zeit steht es auf jeder Seite oben, auch ohne Anmeldung; wer es schließt, sieht es in diesem Tab nicht',
    `wieder. Die Zeiten sind deutsche, höchstens ${announcedDays} Tage voraus und lang. Eine neue Ankündigung ersetzt die vorige.`,
    `Neu geladene Seiten zeigen es nach höchstens ${supportServerLimits.lookForAnnouncementsSeconds} Sekunden, offene nach höchstens ${announcementLimits.askedMinutes} Minuten.`,
    bySummary,
  ].join('\n'),
  async run({ database, clock, say, sudoUser }, args) {
    const text = { type: 'string' } as const
    const options = { from: text, until: text, none: { type: 'boolean' }, ...byOption } as const
    const { values, positionals } = parseWords(args, options)
    const support = { by: operatorOf(values.by, sudoUser), at: clock.now() }
    if (values.none === true) {
      if (positionals.length > 0) throw new CommandProblem('--none steht allein.')
      const wasThere = await announceToAll(database, { announcement: null, ...support })
      if (!wasThere) throw new CommandProblem('Es ist nichts angekündigt.')
      say('Es ist nichts mehr angekündigt.')
      return { announced: null }
    }
    const announcement = announcementOf(positionals, values, support.at)
    await announceToAll(database, { announcement, ...support })
    const words = announcementWords(announcement)
    say(words)
    return { announced: words }
  },
}

function announcementOf(
  [typed, ...rest]: readonly string[],
  { from, until }: { from?: string; until?: string },
  now: Date,
): Announcement {
  if (typed === undefined || rest.length > 0) throw new CommandProblem(textMissing)
  const text = announcedText.safeParse(typed)
  if (!text.success) throw new CommandProblem(text.error.issues[0]?.message ?? textMissing)
  const [beginsAt, endsAt] = [germanInstant('--from', from), germanInstant('--until', until)]
  if (endsAt <= now) throw new CommandProblem('Die angekündigte Zeit ist schon vorbei.')
  if (endsAt <= beginsAt) throw new CommandProblem('Die angekündigte Zeit endet vor ihrem Beginn.')
  const longestMs = announcedDays * dayMs
  if (beginsAt.getTime() - now.getTime() > longestMs || endsAt.getTime() - beginsAt.getTime() > longestMs) {
    throw new CommandProblem(
      `Die angekündigte Zeit beginnt in höchstens ${announcedDays} Tagen und dauert höchstens so lange.`,
    )
  }
  return { text: text.data, beginsAt, endsAt }
}
