import { askFirst } from './first-answers.ts'
import { Workroom } from './Workroom.tsx'
import { workroomScreens } from './workroom-screens.ts'
import { Areas } from '#web/app/shell/Areas.tsx'

/** What the screens behind the sign-in are loaded with: one file, because each costs a phone a way there and back. */
export const workroom = { Workroom, screens: workroomScreens, askFirst, Areas }
