import type { ComponentType } from 'react'
import type { ScreenAccess } from '#domain/auth.ts'
import { paths } from '#web/kit/paths.ts'

/** Everything the app knows about a screen before it is loaded. */
export interface Screen {
  path: string
  /** Said in the browser's tab, in the header and in the breadcrumbs. */
  title: string
  access: ScreenAccess
  /** `page`: only itself. `dashboard`: below the dashboard. Absent: no breadcrumbs. */
  breadcrumbs?: 'page' | 'dashboard'
  /** Without header and footer. */
  bare?: true
  /** Uses neither Mantine nor queries, which are then not loaded for it. */
  light?: true
  load(): Promise<ComponentType>
}

/** The screens of the product (specification, section 2). A new one is a file and an entry here. */
export const screens: readonly Screen[] = [
  {
    path: paths.landing,
    title: 'Startseite',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/landing/LandingPage.tsx')).LandingPage,
  },
  {
    path: paths.login,
    title: 'Anmelden',
    access: 'signed-out',
    bare: true,
    light: true,
    load: async () => (await import('#web/features/auth/LoginPage.tsx')).LoginPage,
  },
  {
    path: paths.register,
    title: 'Registrieren',
    access: 'signed-out',
    bare: true,
    light: true,
    load: async () => (await import('#web/features/auth/RegisterPage.tsx')).RegisterPage,
  },
  {
    path: paths.emailVerification,
    title: 'E-Mail-Bestätigung',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/auth/EmailVerificationPage.tsx')).EmailVerificationPage,
  },
  {
    path: '/verify-email',
    title: 'E-Mail-Bestätigung',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/auth/EmailVerificationPage.tsx')).EmailVerificationPage,
  },
  {
    path: paths.imeiVerification,
    title: 'IMEI-Bestätigung',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/auth/ImeiVerificationPage.tsx')).ImeiVerificationPage,
  },
  {
    path: paths.passwordReset,
    title: 'Passwort zurücksetzen',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/auth/PasswordResetPage.tsx')).PasswordResetPage,
  },
  {
    path: paths.cancelEmailChange,
    title: 'Änderung abbrechen',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/auth/CancelEmailChangePage.tsx')).CancelEmailChangePage,
  },
  {
    path: paths.dashboard,
    title: 'Dashboard',
    access: 'signed-in',
    breadcrumbs: 'page',
    load: async () => (await import('#web/features/dashboard/DashboardPage.tsx')).DashboardPage,
  },
  {
    path: paths.pois,
    title: 'POIs in der Umgebung',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/features/pois/PoisPage.tsx')).PoisPage,
  },
  {
    path: paths.routeCheck,
    title: 'Route prüfen',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/features/route-check/RouteCheckPage.tsx')).RouteCheckPage,
  },
  {
    path: paths.poiExchange,
    title: 'POIs exportieren und importieren',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/features/poi-exchange/PoiExchangePage.tsx')).PoiExchangePage,
  },
  {
    path: paths.tracking,
    title: 'Positionstracking',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/app/TrackingScreen.tsx')).TrackingScreen,
  },
  {
    path: paths.dossier,
    title: 'Anzeige-Mappe',
    access: 'public',
    load: async () => (await import('#web/features/dossier/SharedDossierPage.tsx')).SharedDossierPage,
  },
  {
    path: paths.devices,
    title: 'Geräte und Lizenzen',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/features/devices/DevicesPage.tsx')).DevicesPage,
  },
  {
    path: paths.deviceOffer,
    title: 'Gerät annehmen',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/devices/DeviceOfferPage.tsx')).DeviceOfferPage,
  },
  {
    path: paths.poiConfiguration,
    title: 'POI-Konfiguration',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/features/poi-configuration/PoiConfigurationPage.tsx')).PoiConfigurationPage,
  },
  {
    path: paths.profile,
    title: 'Konto',
    access: 'signed-in',
    breadcrumbs: 'dashboard',
    load: async () => (await import('#web/features/account/ProfilePage.tsx')).ProfilePage,
  },
  {
    path: paths.support,
    title: 'Support',
    access: 'public',
    breadcrumbs: 'page',
    light: true,
    load: async () => (await import('#web/features/support/SupportPage.tsx')).SupportPage,
  },
  {
    path: paths.contact,
    title: 'Kontakt',
    access: 'public',
    breadcrumbs: 'page',
    light: true,
    load: async () => (await import('#web/features/contact/ContactPage.tsx')).ContactPage,
  },
  {
    path: paths.terms,
    title: 'AGB',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/legal/TermsPage.tsx')).TermsPage,
  },
  {
    path: paths.imprint,
    title: 'Impressum',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/legal/ImprintPage.tsx')).ImprintPage,
  },
  {
    path: paths.privacy,
    title: 'Datenschutz',
    access: 'public',
    light: true,
    load: async () => (await import('#web/features/legal/PrivacyPage.tsx')).PrivacyPage,
  },
  {
    path: paths.styleGuide,
    title: 'Style Guide',
    access: 'public',
    breadcrumbs: 'page',
    light: true,
    load: async () => (await import('#web/features/style-guide/StyleGuidePage.tsx')).StyleGuidePage,
  },
  {
    path: paths.lotseStyleGuide,
    title: 'Style Guide',
    access: 'public',
    breadcrumbs: 'page',
    light: true,
    load: async () => (await import('#web/features/style-guide/LotseStyleGuidePage.tsx')).LotseStyleGuidePage,
  },
  {
    path: paths.notFound,
    title: 'Seite nicht gefunden',
    access: 'public',
    light: true,
    load: async () => (await import('#web/app/NotFoundPage.tsx')).NotFoundPage,
  },
]

/** Whether an address is a screen, so that nothing links to where there is none. */
export function isScreen(path: string): boolean {
  return screens.some((screen) => screen.path === path)
}

export function screenOf(path: string): Screen | undefined {
  return screens.find((screen) => screen.path === path)
}
