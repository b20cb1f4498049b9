import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> {
  to: To
  /** The page stays scrolled as it is. */
  preventScrollReset?: boolean
}

/**
 * Leads to another address of the app. React Router's own link brings along what its forms and its own server need: 4 kB of
 * a first visit (docs/decisions/0036-weight-of-a-first-visit.md).
 */
export function Link({ to, preventScrollReset = false, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const here = useLocation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    // As the browser does it: a link to the present address adds no entry to its history.
    void navigate(to, { replace: createPath(here) === href, preventScrollReset })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** Marked for who does not see it (`aria-current`) while its address, or one below it, is shown. */
export function AreaLink(props: LinkProps) {
  const { pathname: area } = useResolvedPath(props.to)
  const { pathname } = useLocation()
  const isCurrent = pathname === area || pathname.startsWith(`${area}/`)
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />
}

/** In another tab or window: the browser's business. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
