/** A screen that was visited. The path comes without its query, which can hold tokens and addresses. */
export interface PageView {
  path: string
  title: string
}

/** Informs listeners on the window. There are none: the product ships without tracking of its visitors. */
export function recordPageView(view: PageView): void {
  window.dispatchEvent(new CustomEvent<PageView>('page-view', { detail: view }))
}
