/** A screen that was visited. The path comes without its query, which can hold tokens and addresses. */
export interface PageView {
  path: string
  title: string
}

/** Tells who listens on the window. Nobody does: the product ships without tracking of its visitors. */
export function tellPageView(view: PageView): void {
  window.dispatchEvent(new CustomEvent<PageView>('page-view', { detail: view }))
}
