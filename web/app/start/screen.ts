import type { ComponentType } from 'react'
import type { ScreenAccess } from '#domain/auth/guards.ts'

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
