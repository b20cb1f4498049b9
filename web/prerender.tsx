import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { routes } from '#web/app/routes.tsx'

/*
 * Runs while the web app is built, never in the browser: the landing page as a visitor without a session sees it, so
 * that it is painted before the code has arrived. The browser then draws it anew; nothing is hydrated.
 */

/** The landing page's HTML, for the element `root`. */
export async function renderLanding(): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request('http://localhost/'))
  if (context instanceof Response) throw new Error(`the landing page answers ${context.status}`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}
