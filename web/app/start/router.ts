import {
  type DataRouter,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
} from 'react-router'
import { routes } from './routes.tsx'

/**
 * The router of this browser, as React Router's `createBrowserRouter` makes it, which would bring along its links, forms and
 * scrolling (`web/ui/controls/Link.tsx`, `web/app/start/scrolling.ts`).
 */
export function startRouter(): DataRouter {
  return createRouter({ history: createBrowserHistory(), routes, mapRouteProperties }).initialize()
}
