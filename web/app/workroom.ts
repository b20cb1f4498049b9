import { askFirst } from './first-answers.ts'
import { Workroom } from './Workroom.tsx'
import { workroomScreens } from './workroom-screens.ts'
import { Areas } from '#web/app/shell/Areas.tsx'

/** What a session alone needs, each when it is wanted: the first page does not name these files. */
const later = {
  serverAway: async () => (await import('./ServerAway.tsx')).ServerAway,
  menu: async () => (await import('#web/app/shell/NavigationMenu.tsx')).NavigationMenu,
  signOutLoss: () => import('#web/features/account/sign-out-loss.ts'),
}

/** What the screens behind the sign-in are loaded with: one file, because each costs a phone a way there and back. */
export const workroom = { Workroom, screens: workroomScreens, askFirst, Areas, later }
