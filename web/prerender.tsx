import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router'
import { routes } from '#web/app/routes.tsx'

/*
 * Runs while the web app is built, never in the browser: the landing page as a visitor without a session sees it, so
 * that it is painted before the code has arrived. The browser then draws it anew; nothing is hydrated.
 */

/**
 * The landing page's HTML, for the element `root`.
 * @throws the error that a route reported: otherwise the build would ship the router's error screen.
 */
export function renderLanding(): Promise<string> {
  return render(routes, '/')
}

/** A page of these routes as HTML. */
export async function render(table: RouteObject[], path: string): Promise<string> {
  const handler = createStaticHandler(table)
  const context = await handler.query(new Request(new URL(path, 'http://localhost')))
  if (context instanceof Response) throw new Error(`${path} answers ${context.status}`)
  const [cause] = Object.values<unknown>(context.errors ?? {})
  if (cause !== undefined) throw new Error(`a route of ${path} reports an error`, { cause })
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}
