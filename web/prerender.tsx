import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router'
import { routes } from '#web/app/start/routes.tsx'
import { screens } from '#web/app/start/screens.ts'
import { ShellOnItsWay } from '#web/app/shell/Shell.tsx'
import { paths } from '#web/browser/paths.ts'

/*
 * Runs while the web app is built, never in the browser: the landing page as a visitor without a session sees it, so that
 * it is painted before the code has arrived. The browser then draws it again; nothing is hydrated.
 */

/**
 * The landing page's HTML, for the element `root`.
 * @throws the error that a route reported: otherwise the build would ship the router's error screen.
 */
export function renderLanding(): Promise<string> {
  return render(routes, '/')
}

/** The HTML of every other page: what the router shows while a screen is on its way. */
export function renderOnItsWay(): string {
  return renderToString(<ShellOnItsWay />)
}

/** What a screen is loaded with. */
interface ScreenParts {
  /** The name of its component, which its module has, too. */
  component: string
  /** What surrounds it, by the paths of the modules. */
  modules: readonly string[]
  /** Signed in, a screen's own answers come first: then what the app keeps for later names it (`web/browser/install-prompt.ts`). */
  namesManifest: boolean
}

/** Of who is signed in. */
const sessionParts = ['web/app/start/session-parts.ts']

/** What each screen consists of, by its path. The landing page is complete without any of it. */
export async function screenComponents(): Promise<Record<string, ScreenParts>> {
  const others = screens.filter(({ path }) => path !== paths.landing)
  const parts = others.map(async ({ path, access, load }): Promise<[string, ScreenParts]> => [
    path,
    {
      component: (await load()).name,
      modules: access === 'signed-in' ? sessionParts : [],
      namesManifest: access !== 'signed-in',
    },
  ])
  return Object.fromEntries(await Promise.all(parts))
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
