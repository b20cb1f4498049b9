import { paths } from '#web/browser/paths.ts'
import type { Screen } from './screen.ts'

/** The screens about an account itself. */
export const accountScreens: readonly Screen[] = [
  {
    path: paths.profile,
    title: 'Konto',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/ProfilePage.tsx')).ProfilePage,
  },
  {
    path: paths.security,
    title: 'Sicherheit',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/SecurityPage.tsx')).SecurityPage,
  },
  {
    path: paths.myData,
    title: 'Meine Daten',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/MyDataPage.tsx')).MyDataPage,
  },
  {
    path: paths.messages,
    title: 'Nachrichten',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/MessagesPage.tsx')).MessagesPage,
  },
  {
    path: paths.messageWishes,
    title: 'Nachrichten wählen',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/MessageWishesPage.tsx')).MessageWishesPage,
  },
]
