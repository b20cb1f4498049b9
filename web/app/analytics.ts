/** Where page views are told. */
export interface Analytics {
  /** After a navigation. The path comes without its query, which can hold tokens and addresses. */
  pageView(view: { path: string; title: string }): void
}

/** Nothing is told to anybody: the product ships without tracking of its visitors. */
export const noAnalytics: Analytics = { pageView: () => undefined }
