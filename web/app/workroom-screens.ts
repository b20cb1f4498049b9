/** The screens inside the workroom (`Workroom.tsx`), by the names of their components. */
export const workroomScreens = {
  DashboardPage: async () => (await import('./DashboardPage.tsx')).DashboardPage,
  PoisPage: async () => (await import('./PoisPage.tsx')).PoisPage,
  RidePage: async () => (await import('#web/features/riding/RidePage.tsx')).RidePage,
  PlannedRoutePage: async () => (await import('./PlannedRoutePage.tsx')).PlannedRoutePage,
  PoiExchangePage: async () => (await import('#web/features/poi-exchange/PoiExchangePage.tsx')).PoiExchangePage,
  TrackingPage: async () => (await import('#web/app/tracking/TrackingPage.tsx')).TrackingPage,
  TripPage: async () => (await import('#web/app/tracking/TripPage.tsx')).TripPage,
  CasePage: async () => (await import('./tracking/CasePage.tsx')).CasePage,
  SharedDossierPage: async () => (await import('#web/features/dossier/SharedDossierPage.tsx')).SharedDossierPage,
  AlarmLinkPage: async () => (await import('#web/features/alarms/AlarmLinkPage.tsx')).AlarmLinkPage,
  EmergencyContactPage: async () => (await import('./EmergencyContactPage.tsx')).EmergencyContactPage,
  LinkedExportPage: async () => (await import('#web/features/data-export/LinkedExportPage.tsx')).LinkedExportPage,
  SetUpPage: async () => (await import('#web/app/set-up/SetUpPage.tsx')).SetUpPage,
  DevicesPage: async () => (await import('./DevicesPage.tsx')).DevicesPage,
  PoiConfigurationPage: async () => (await import('./PoiConfigurationPage.tsx')).PoiConfigurationPage,
  ProfilePage: async () => (await import('./ProfilePage.tsx')).ProfilePage,
  SecurityPage: async () => (await import('./SecurityPage.tsx')).SecurityPage,
  MyDataPage: async () => (await import('./MyDataPage.tsx')).MyDataPage,
}
export type WorkroomScreen = keyof typeof workroomScreens
