import type { ComponentType } from 'react'
import type { ScreenAccess } from '#domain/auth/guards.ts'
import { paths } from '#web/browser/paths.ts'

/** Everything the app knows about a screen before it is loaded. */
export interface Screen {
  path: string
  /** Shown in the browser's tab, in the header and in the breadcrumbs. */
  title: string
  access: ScreenAccess
  /** `page`: only itself. `dashboard`: below the dashboard. Absent: no breadcrumbs. */
  breadcrumbs?: 'page' | 'dashboard'
  /**
   * What surrounds it, if not header, areas and footer. `bare`: nothing. `map`: header and areas; it fills what is between
   * them, as high as the window, and scrolls by itself. `neutral`: the name and the footer, for people who have no account
   * and want none.
   */
  frame?: 'bare' | 'map' | 'neutral'
  load(): Promise<ComponentType>
}

/** The screens of the product (specification, section 2). A new one is a file and an entry here. */
export const screens: readonly Screen[] = [
  {
    path: paths.landing,
    title: 'Startseite',
    access: 'public',
    load: async () => (await import('#web/features/landing/LandingPage.tsx')).LandingPage,
  },
  {
    path: paths.login,
    title: 'Anmelden',
    access: 'signed-out',
    frame: 'bare',
    load: async () => (await import('#web/features/auth/LoginPage.tsx')).LoginPage,
  },
  {
    path: paths.register,
    title: 'Registrieren',
    access: 'signed-out',
    frame: 'bare',
    load: async () => (await import('#web/features/auth/registration/RegisterPage.tsx')).RegisterPage,
  },
  {
    path: paths.emailVerification,
    title: 'E-Mail-Bestätigung',
    access: 'public',
    load: async () => (await import('#web/features/auth/registration/EmailVerificationPage.tsx')).EmailVerificationPage,
  },
  {
    path: '/verify-email',
    title: 'E-Mail-Bestätigung',
    access: 'public',
    load: async () => (await import('#web/features/auth/registration/EmailVerificationPage.tsx')).EmailVerificationPage,
  },
  {
    path: paths.imeiVerification,
    title: 'IMEI-Bestätigung',
    access: 'public',
    load: async () => (await import('#web/features/auth/registration/ImeiVerificationPage.tsx')).ImeiVerificationPage,
  },
  {
    path: paths.passwordReset,
    title: 'Passwort zurücksetzen',
    access: 'public',
    load: async () => (await import('#web/features/auth/PasswordResetPage.tsx')).PasswordResetPage,
  },
  {
    // Where e-mails of an earlier version lead.
    path: '/cancel-email-change',
    title: 'Das war ich nicht',
    access: 'public',
    load: async () => (await import('#web/features/auth/SecureAccountPage.tsx')).SecureAccountPage,
  },
  {
    path: paths.secureAccount,
    title: 'Das war ich nicht',
    access: 'public',
    load: async () => (await import('#web/features/auth/SecureAccountPage.tsx')).SecureAccountPage,
  },
  {
    path: paths.accountDeletion,
    title: 'Löschung bestätigen',
    access: 'public',
    load: async () => (await import('#web/features/account-deletion/ConfirmDeletionPage.tsx')).ConfirmDeletionPage,
  },
  {
    path: paths.keepAccount,
    title: 'Konto doch behalten',
    access: 'public',
    load: async () => (await import('#web/features/account-deletion/KeepAccountPage.tsx')).KeepAccountPage,
  },
  {
    path: paths.dashboard,
    title: 'Dashboard',
    access: 'signed-in',
    breadcrumbs: 'page',
    load: async () => (await import('#web/app/DashboardPage.tsx')).DashboardPage,
  },
  {
    path: paths.pois,
    title: 'POIs in der Umgebung',
    access: 'signed-in',
    frame: 'map',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/pois/PoisPage.tsx')).PoisPage,
  },
  {
    path: paths.ride,
    title: 'Fahrmodus',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/features/riding/RidePage.tsx')).RidePage,
  },
  {
    path: paths.routeCheck,
    title: 'Route prüfen',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/PlannedRoutePage.tsx')).PlannedRoutePage,
  },
  {
    path: paths.poiExchange,
    title: 'POIs austauschen',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/features/poi-exchange/PoiExchangePage.tsx')).PoiExchangePage,
  },
  {
    path: paths.tracking,
    title: 'Positionstracking',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/tracking/TrackingPage.tsx')).TrackingPage,
  },
  {
    path: paths.trip,
    title: 'Fahrt',
    access: 'signed-in',
    frame: 'map',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/tracking/TripPage.tsx')).TripPage,
  },
  {
    path: paths.theftCase,
    title: 'Diebstahl',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/tracking/CasePage.tsx')).CasePage,
  },
  {
    path: paths.dossier,
    title: 'Anzeige-Mappe',
    access: 'public',
    frame: 'neutral',
    load: async () => (await import('#web/features/dossier/police/SharedDossierPage.tsx')).SharedDossierPage,
  },
  {
    path: paths.linkedAlarm,
    title: 'Alarm',
    access: 'public',
    frame: 'neutral',
    load: async () => (await import('#web/features/alarms/AlarmLinkPage.tsx')).AlarmLinkPage,
  },
  {
    path: paths.emergencyContact,
    title: 'Notfallkontakt sein',
    access: 'public',
    frame: 'neutral',
    load: async () => (await import('#web/app/EmergencyContactPage.tsx')).EmergencyContactPage,
  },
  {
    path: paths.ownRide,
    title: 'Alarm beantworten',
    access: 'public',
    frame: 'neutral',
    load: async () => (await import('#web/features/alarms/OwnRidePage.tsx')).OwnRidePage,
  },
  {
    path: paths.dataExport,
    title: 'Meine Daten',
    access: 'public',
    load: async () => (await import('#web/features/data-export/LinkedExportPage.tsx')).LinkedExportPage,
  },
  // The first shows the step at which a set-up goes on; each step has an address of its own (`set-up/addresses.ts`).
  ...['', '/:step'].map((step) => ({
    path: paths.setUp + step,
    title: 'Einrichten',
    access: 'signed-in' as const,
    frame: 'bare' as const,
    load: async () => (await import('#web/app/set-up/SetUpPage.tsx')).SetUpPage,
  })),
  {
    path: paths.devices,
    title: 'Geräte und Lizenzen',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/DevicesPage.tsx')).DevicesPage,
  },
  {
    path: paths.deviceOffer,
    title: 'Gerät annehmen',
    access: 'public',
    load: async () => (await import('#web/features/devices/offer/DeviceOfferPage.tsx')).DeviceOfferPage,
  },
  {
    path: paths.poiConfiguration,
    title: 'POI-Konfiguration',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/pois/PoiConfigurationPage.tsx')).PoiConfigurationPage,
  },
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
    path: paths.support,
    title: 'Support',
    access: 'public',
    breadcrumbs: 'page',
    load: async () => (await import('#web/features/support/SupportPage.tsx')).SupportPage,
  },
  {
    path: paths.contact,
    title: 'Kontakt',
    access: 'public',
    breadcrumbs: 'page',
    load: async () => (await import('#web/features/contact/ContactPage.tsx')).ContactPage,
  },
  {
    path: paths.terms,
    title: 'AGB',
    access: 'public',
    load: async () => (await import('#web/features/legal/TermsPage.tsx')).TermsPage,
  },
  {
    path: paths.imprint,
    title: 'Impressum',
    access: 'public',
    load: async () => (await import('#web/features/legal/ImprintPage.tsx')).ImprintPage,
  },
  {
    path: paths.privacy,
    title: 'Datenschutz',
    access: 'public',
    load: async () => (await import('#web/features/legal/PrivacyPage.tsx')).PrivacyPage,
  },
  {
    path: paths.accessibility,
    title: 'Barrierefreiheit',
    access: 'public',
    load: async () => (await import('#web/features/legal/AccessibilityPage.tsx')).AccessibilityPage,
  },
  {
    path: paths.styleGuide,
    title: 'Style Guide',
    access: 'public',
    breadcrumbs: 'page',
    load: async () => (await import('#web/features/style-guide/StyleGuidePage.tsx')).StyleGuidePage,
  },
  {
    path: paths.lotseStyleGuide,
    title: 'Style Guide',
    access: 'public',
    breadcrumbs: 'page',
    load: async () => (await import('#web/features/style-guide/LotseStyleGuidePage.tsx')).LotseStyleGuidePage,
  },
  {
    path: paths.notFound,
    title: 'Seite nicht gefunden',
    access: 'public',
    load: async () => (await import('#web/app/NotFoundPage.tsx')).NotFoundPage,
  },
]

/** Whether an address is a screen, so that no link leads nowhere. */
export function isScreen(path: string): boolean {
  return screenOf(path) !== undefined
}

export function screenOf(path: string): Screen | undefined {
  return screens.find((screen) => isAt(path, screen.path))
}

/** @param pattern a part that begins with a colon stands for any. */
function isAt(path: string, pattern: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}$`).test(path)
}
