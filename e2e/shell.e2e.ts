import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { secondMs } from '#contract/base/time-units.ts'
import { keepPicture, sharedBrowser, type Width, widths } from './browser.ts'
import { letTimePassWhile, stopTime } from './page-time.ts'
import { shareStories } from './stories.ts'

/* What surrounds every screen (specification, section 2): header, menu, breadcrumbs, back button, footer, titles. */

const stories = shareStories('demo')

const open = async (path: string, width: Width = widths[1]) => (await stories.open(path, { width })).page
const enterDemo = async (width: Width = widths[1]) => (await stories.enterDemo({ width })).page

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('signed out', () => {
  test('the landing page says what it is, leads to registering and to more, and the logo leads home', async () => {
    const page = await open('/')
    await heading(page, 'Ihr persönliches POI-Warnsystem')
    await expect.poll(() => page.getByRole('article').count()).toBe(3)
    await expect.poll(() => page.getByRole('link', { name: 'Mehr erfahren' }).getAttribute('href')).toBe('/support')
    await expect
      .poll(() => page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).getAttribute('href'))
      .toBe('/login')
    await page.getByRole('banner').getByRole('link', { name: 'Registrieren' }).click()
    await page.waitForURL('**/register')
    await page
      .getByRole('link', { name: /Wegwarte/ })
      .first()
      .click()
    await heading(page, 'Ihr persönliches POI-Warnsystem')
    await page.getByRole('button', { name: 'Erst ansehen: Demo ohne Anmeldung' }).click()
    await heading(page, 'Dashboard')
    await page.getByRole('navigation', { name: 'Bereiche' }).waitFor()
  })

  test('the landing page is painted before any script runs', async () => {
    const browser = await sharedBrowser()
    const page = await browser.newPage({
      baseURL: stories.product.url,
      javaScriptEnabled: false,
      viewport: widths[0],
    })
    await page.goto('/')
    const headline = page.getByRole('heading', { level: 1, name: 'Ihr persönliches POI-Warnsystem' })
    await expect.poll(() => headline.isVisible()).toBe(true)
    await expect
      .poll(() => headline.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)))
      .toBeGreaterThan(24)
    await expect.poll(() => page.getByRole('article').count()).toBe(3)
    await expect.poll(() => page.getByText('Ein unerwarteter Fehler').count()).toBe(0)
    await page.close()
  })

  test('header and footer are hidden on the screens for signing in and registering', async () => {
    const page = await open('/login')
    for (const path of ['/login', '/register']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.getByRole('banner').count()).toBe(0)
      await expect.poll(() => page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).count()).toBe(0)
    }
  })

  test('the footer leads to the legal pages, the help, the support mail and three social networks', async () => {
    const page = await open('/support')
    const footer = page.getByRole('contentinfo')
    for (const name of ['AGB', 'Impressum', 'Datenschutz', 'Barrierefreiheit', 'Support', 'Kontakt']) {
      await footer.getByRole('link', { name, exact: true }).waitFor()
    }
    await expect.poll(() => footer.locator('a[href^="mailto:"]').count()).toBe(1)
    await expect.poll(() => footer.locator('a[target="_blank"]').count()).toBe(3)
    // Where the settings name no page of the shop, no link leads nowhere.
    await expect.poll(() => footer.getByRole('link', { name: /kündigen|widerrufen/ }).count()).toBe(0)
    await footer.getByRole('link', { name: 'Impressum' }).click()
    await heading(page, 'Impressum')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })

  const titles: [path: string, title: string][] = [
    ['/', 'Startseite'],
    ['/login', 'Anmelden'],
    ['/register', 'Registrieren'],
    ['/support', 'Support'],
    ['/contact', 'Kontakt'],
    ['/style-guide', 'Style Guide'],
    ['/style-guide-lotse', 'Style Guide'],
    ['/gibt-es-nicht', 'Seite nicht gefunden'],
  ]
  test.each(titles)('%s has the title %s', async (path, title) => {
    const page = await open(path)
    await expect.poll(() => page.title()).toBe(`${title} – Wegwarte`)
  })

  const unknown = ['/%E0%A4%A', '/%00', '//evil.example', '//evil', '/%2F%2Fevil', '/a//b', '/login/%00']
  test.each(unknown)('%s leads to the page that says that there is none', async (path) => {
    const page = await open('/login')
    await page.goto(stories.product.url + path)
    await heading(page, 'Hier endet der Weg')
    expect(page.url()).toBe(`${stories.product.url}/404`)
  })
})

test('an address that no page can have leads there too where the service worker answers, without a network', async () => {
  const { page, context } = await stories.enterDemo({ serviceWorker: true, fakeClock: true })
  const isMissing = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined)
  await letTimePassWhile(page, isMissing, secondMs)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await context.setOffline(true)
  for (const path of ['/%E0%A4%A', '//evil', '/a//b']) {
    await page.goto(stories.product.url + path)
    await heading(page, 'Hier endet der Weg')
    expect(page.url()).toBe(`${stories.product.url}/404`)
  }
})

describe.each(widths)('signed in on a $name', (width) => {
  test('the menu leads to every area, closes on navigation and on a click beside it, and signs out', async () => {
    const page = await enterDemo(width)
    const openMenu = () => page.getByRole('button', { name: 'Menü öffnen' }).click()
    await openMenu()
    const menu = page.getByRole('dialog', { name: 'Menü' })
    for (const section of ['Hauptbereiche', 'Unterwegs', 'Konfiguration', 'Konto']) {
      await menu.getByRole('heading', { name: section }).waitFor()
    }
    const entries = await menu.getByRole('navigation').getByRole('listitem').allInnerTexts()
    expect(entries.map((entry) => entry.trim())).toEqual([
      'Dashboard',
      'POIs in der Umgebung',
      'Positionstracking',
      'Route prüfen',
      'Fahrmodus',
      'Geräte und Lizenzen',
      'POI-Konfiguration',
      'Profil',
      'Abmelden',
    ])
    await menu.getByRole('link', { name: 'Geräte und Lizenzen' }).click()
    await heading(page, 'Geräte und Lizenzen')
    await menu.waitFor({ state: 'hidden' })

    await openMenu()
    await menu.waitFor()
    await page.mouse.click(5, 400)
    await menu.waitFor({ state: 'hidden' })

    await page.route('**/api/auth/logout', (route) => route.abort())
    await openMenu()
    await menu.getByRole('button', { name: 'Abmelden' }).click()
    await page.waitForURL('**/login')
    await page.goto('/tracking')
    await page.waitForURL((url) => url.pathname + url.search === '/login?redirect=%2Ftracking')
  })

  test('the four areas are one tap away on every screen, marked where one is, and cover nothing of the page', async () => {
    const page = await enterDemo(width)
    const areas = page.getByRole('navigation', { name: 'Bereiche' })
    for (const [label, title] of [
      ['Karte', 'POIs in der Umgebung'],
      ['Tracking', 'Positionstracking'],
      ['Geräte', 'Geräte und Lizenzen'],
      ['Start', 'Dashboard'],
    ] as const) {
      await areas.getByRole('link', { name: label, exact: true }).click()
      await heading(page, title)
      await expect.poll(() => areas.locator('[aria-current=page]').allInnerTexts()).toEqual([label])
    }
    // The end of the longest page can be scrolled out from behind them.
    const last = page.getByRole('contentinfo').getByRole('link').last()
    await last.scrollIntoViewIfNeeded()
    const barAndApart = async () => {
      const [bar, link] = [await areas.boundingBox(), await last.boundingBox()]
      if (bar === null || link === null) return null
      return bar.width > bar.height
        ? { thick: bar.height, apart: bar.y - (link.y + link.height) }
        : { thick: bar.width, apart: link.x - (bar.x + bar.width) }
    }
    await expect.poll(async () => (await barAndApart())?.apart).toBeGreaterThanOrEqual(0)
    await expect.poll(async () => (await barAndApart())?.thick).toBeLessThanOrEqual(96)
    // A phone on its side has no height for a bar.
    await page.setViewportSize({ width: width.height, height: Math.min(width.width, 390) })
    await areas.getByRole('link', { name: 'Tracking', exact: true }).click()
    await heading(page, 'Positionstracking')
    const lowest = areas.getByRole('link').last()
    await expect.poll(async () => edgesOf(await lowest.boundingBox()).bottom).toBeLessThanOrEqual(390)
    await expect.poll(async () => (await areas.boundingBox())?.width).toBeLessThanOrEqual(96)
    await page.getByRole('img', { name: /^Letzte Position: / }).waitFor()
    await keepPicture(page, `tracking-on-its-side-${width.name}`)
  })

  test('breadcrumbs show the current screen, and the back button leads to the previous one', async () => {
    const page = await enterDemo(width)
    const crumbs = page.getByRole('navigation', { name: 'Brotkrumen' }).getByRole('listitem')
    const back = page.getByRole('button', { name: 'Zurück' })
    await expect.poll(() => crumbs.allInnerTexts()).toEqual(['Dashboard'])
    await expect.poll(() => back.count()).toBe(0)
    await page.getByRole('link', { name: /Positionstracking/ }).click()
    await heading(page, 'Positionstracking')
    await expect.poll(() => crumbs.allInnerTexts()).toEqual(['Dashboard', 'Positionstracking'])
    await page.getByRole('contentinfo').getByRole('link', { name: 'Support', exact: true }).click()
    await heading(page, 'Support')
    await expect.poll(() => crumbs.allInnerTexts()).toEqual(['Support'])
    await page.reload()
    await heading(page, 'Support')
    await back.click()
    await heading(page, 'Positionstracking')
    await page.reload()
    await back.click()
    await heading(page, 'Dashboard')
    await expect.poll(() => back.count()).toBe(0)
  })
})

test('the back button leads through the ten previous routes, and no further', async () => {
  const page = await enterDemo()
  const back = page.getByRole('button', { name: 'Zurück' })
  const legal = [
    ['AGB', '/agb'],
    ['Impressum', '/impressum'],
    ['Datenschutz', '/datenschutz'],
    ['Support', '/support'],
    ['Kontakt', '/contact'],
  ] as const
  // Eleven screens after the dashboard: with the last one, the dashboard is forgotten.
  const way = [...legal, ...legal, legal[0]]
  for (const [name, path] of way) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await page.waitForURL(`**${path}`)
  }
  for (const [, path] of way.slice(0, -1).toReversed()) {
    await back.click()
    await page.waitForURL(`**${path}`)
  }
  await back.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/agb')
})

test('the header names the screen, and the breadcrumbs show that it is below the dashboard', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: null })
  const header = page.getByRole('banner')
  const crumbs = header.getByRole('navigation', { name: 'Brotkrumen' }).getByRole('listitem')
  for (const [path, title, way] of [
    ['/', 'Startseite', []],
    ['/pois', 'POIs in der Umgebung', ['Dashboard', 'POIs in der Umgebung']],
    ['/tracking', 'Positionstracking', ['Dashboard', 'Positionstracking']],
  ] as const) {
    await page.goto(path)
    await header.getByRole('paragraph', { includeHidden: true }).filter({ hasText: title }).waitFor()
    await expect.poll(() => crumbs.allInnerTexts()).toEqual(way)
  }
  await crumbs.getByRole('link', { name: 'Dashboard' }).click()
  await heading(page, 'Dashboard')
})

test('an address spelled in another way leads to the same screen, with its title, query and hash', async () => {
  const { page } = await stories.open('/SUPPORT/?q=1#fragen')
  await page.waitForURL('**/support?q=1#fragen')
  await expect.poll(() => page.title()).toBe('Support – Wegwarte')
  const { page: signedIn } = await stories.enterDemo({ at: null })
  // The same within the app, where no server is asked.
  await signedIn.goto('/login?redirect=%2FTracking%2F%3Frange%3Dtoday')
  await signedIn.waitForURL((url) => url.pathname === '/tracking' && url.searchParams.get('range') === 'today')
  await heading(signedIn, 'Positionstracking')
})

test('a tap on another area is followed, although the screen before still names its vehicle in the address', async () => {
  const { page } = await stories.enterDemo({ at: null })
  const devices = Promise.withResolvers<void>()
  const nextScreen = Promise.withResolvers<void>()
  await page.route('**/api/devices', async (route) => {
    await devices.promise
    await route.continue()
  })
  await page.route('**/assets/DevicesPage*.js', async (route) => {
    await nextScreen.promise
    await route.continue()
  })
  await page.goto('/tracking')
  await heading(page, 'Positionstracking')
  await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Geräte' }).click()
  devices.resolve()
  await page.getByRole('tab', { name: 'Jetzt', selected: true }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('device')).not.toBeNull()
  nextScreen.resolve()
  await heading(page, 'Geräte und Lizenzen')
  await page.goBack()
  await heading(page, 'Positionstracking')
  await expect.poll(() => new URL(page.url()).searchParams.get('device')).not.toBeNull()
})

test('a link that is opened while its page is being drawn is not lost', async () => {
  const { page } = await stories.open('/')
  // As if the other link came after the drawing, and its event before anybody listened.
  await page.addInitScript(
    (hash) => {
      const listen = window.addEventListener.bind(window)
      window.addEventListener = (...[type, listener, options]: Parameters<typeof listen>) => {
        if (type === 'hashchange') window.history.replaceState(window.history.state, '', hash)
        listen(type, listener, options)
      }
    },
    `#${'x'.repeat(43)}`,
  )
  await page.goto('/dossier')
  await page.getByText('Dieser Link öffnet die Mappe nicht').waitFor()
})

test('a signed-in user is led from the login to the dashboard, and the landing page offers it', async () => {
  const { page } = await stories.enterDemo({ at: null })
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await page.waitForURL('**/dashboard')
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Zum Dashboard' }).waitFor()
})

test('a screen whose code does not arrive says so and can be loaded again', async () => {
  const page = await enterDemo()
  await page.route('**/assets/TrackingPage*.js', (route) => route.abort())
  await page.getByRole('link', { name: /Positionstracking/ }).click()
  await heading(page, 'Navigation fehlgeschlagen')
  await page.unroute('**/assets/TrackingPage*.js')
  await page.goto('/tracking')
  await heading(page, 'Positionstracking')
})

test('a screen stays where the code of a part that it can do without does not arrive', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: null })
  let refused = 0
  await page.route('**/assets/{AroundPicture,Offline}*.js', (route) => {
    refused += 1
    return route.abort()
  })
  await page.goto('/dashboard')
  await page.getByRole('article', { name: 'Roadster in der Garage' }).waitFor()
  await expect.poll(() => refused).toBeGreaterThan(0)
  await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Geräte' }).click()
  await heading(page, 'Geräte und Lizenzen')
})

test('a screen whose code does not arrive within two minutes is shown as unreachable', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], fakeClock: true })
  await page.route('**/assets/TrackingPage*.js', () => undefined)
  await stopTime(page)
  await page.getByRole('link', { name: /Positionstracking/ }).click()
  await page.clock.runFor(119_000)
  await heading(page, 'Dashboard')
  await page.clock.runFor(2_000)
  await heading(page, 'Navigation fehlgeschlagen')
})

test('an unexpected error is shown, and the page goes on', async () => {
  const { page, uncaught } = await stories.open('/support')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => void Promise.reject(new Error('unexpected')))
  await page.getByRole('alert').filter({ hasText: 'Ein unerwarteter Fehler ist aufgetreten' }).waitFor()
  expect(uncaught.splice(0)).toEqual([expect.stringContaining('unexpected')])
})

test('a message on a phone pushes the page down: it covers nothing that can be tapped, on the map neither', async () => {
  const { page, uncaught } = await stories.enterDemo({ width: widths[0], at: '/devicesandlicenses' })
  await heading(page, 'Geräte und Lizenzen')
  await page.evaluate(() => void Promise.reject(new Error('unexpected')))
  const message = page.getByRole('alert').filter({ hasText: 'Ein unerwarteter Fehler ist aufgetreten' })
  await message.waitFor()
  expect(uncaught.splice(0)).toHaveLength(1)
  for (const [area, title] of [
    ['Geräte', 'Geräte und Lizenzen'],
    ['Karte', 'POIs in der Umgebung'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: area }).click()
    await heading(page, title)
    await page.getByRole('main').getByRole('button').first().waitFor()
    await expect.poll(() => message.evaluate(tappedBelow)).toEqual([])
  }
})

test('a dialogue has the focus and holds the page still; Escape, the cross and a click beside it give the focus back', async () => {
  const page = await enterDemo()
  await page.goto('/devicesandlicenses')
  // By its vehicle: the order of the cards may change when more is known of them.
  const label = await page
    .getByRole('button', { name: /^Bearbeiten/ })
    .first()
    .getAttribute('aria-label')
  const opener = page.getByRole('button', { name: label ?? '', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Gerät bearbeiten' })
  const hasFocus = (place: Locator) => place.evaluate((element) => element.contains(document.activeElement))
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Schließen' }).click(),
    () => page.mouse.click(5, 400),
  ]) {
    await opener.click()
    await expect.poll(() => hasFocus(dialog.getByRole('textbox', { name: 'Gerätename' }))).toBe(true)
    await expect.poll(overflow).toBe('hidden')
    // Nothing below it takes the focus.
    await expect
      .poll(() => opener.evaluate((element) => (element.focus(), document.activeElement === element)))
      .toBe(false)
    await close()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(opener)).toBe(true)
    await expect.poll(overflow).toBe('visible')
  }

  // A press that begins inside and ends beside it, as when a text is selected, leaves it open; so does one on its margin.
  await opener.click()
  const { left, top } = edgesOf(await dialog.boundingBox())
  await page.mouse.move(left + 20, top + 20)
  await page.mouse.down()
  await page.mouse.move(5, 400)
  await page.mouse.up()
  await page.mouse.click(left + 4, top + 100)
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await dialog.waitFor({ state: 'detached' })
})

/** What can be tapped and lies under an element. */
function tappedBelow(element: Element): string[] {
  const { top, bottom } = element.getBoundingClientRect()
  return [...document.querySelectorAll('main :is(a, button, input, canvas)')]
    .filter((other) => {
      const box = other.getBoundingClientRect()
      return box.height > 0 && box.top < bottom && box.bottom > top
    })
    .map(({ outerHTML }) => outerHTML)
}

test('a dialogue on a phone stands on its bottom edge, and shows its action however long it is', async () => {
  const { page } = await stories.enterDemo({ width: widths[0], at: '/devicesandlicenses' })
  await page.setViewportSize({ width: 390, height: 480 })
  await page.getByRole('button', { name: 'Bearbeiten' }).first().click()
  const dialog = page.getByRole('dialog')
  const send = dialog.locator('button[type=submit]')
  await send.waitFor()
  await expect.poll(async () => edgesOf(await dialog.boundingBox())).toMatchObject({ left: 0, right: 390, bottom: 480 })
  await expect.poll(async () => edgesOf(await send.boundingBox()).bottom).toBeLessThanOrEqual(480)
  await expect.poll(() => dialog.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
})

function edgesOf(box: { x: number; y: number; width: number; height: number } | null) {
  if (box === null) return { left: NaN, right: NaN, top: NaN, bottom: NaN }
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

const tooOld = 'Ihr Browser ist zu alt für Wegwarte.'

test('a browser that is too old shows a sentence that says so, other browsers do not', async () => {
  const page = await open('/support', widths[0])
  await heading(page, 'Support')
  await expect.poll(() => page.getByText(tooOld).isVisible()).toBe(false)
  // What such a browser lacks: mixed colours, and scripts that it understands.
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  for (const path of ['/', '/login', '/pois']) {
    await page.goto(path)
    await page.getByText(tooOld).waitFor()
  }
})

test('the shortcuts of the developer tools are blocked, other keys are not', async () => {
  const page = await open('/support')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => Reflect.set(window, 'lastKey', event))
  })
  for (const [keys, outcome] of [
    ['F12', 'F12 blocked'],
    ['Control+Shift+KeyI', 'I blocked'],
    ['Control+KeyU', 'u blocked'],
    ['KeyU', 'u free'],
  ] as const) {
    // The heading can be there before the page listens.
    await expect
      .poll(async () => {
        await page.keyboard.press(keys)
        // Checked after all listeners have run, in whatever order they do.
        return page.evaluate(() => {
          const event: unknown = Reflect.get(window, 'lastKey')
          return event instanceof KeyboardEvent && `${event.key} ${event.defaultPrevented ? 'blocked' : 'free'}`
        })
      })
      .toBe(outcome)
  }
})

test('a link leaves the page, unless it is opened in another tab, and adds no entry where one is already', async () => {
  const page = await open('/support')
  await heading(page, 'Support')
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'AGB' })
  const opened = page.context().waitForEvent('page')
  await terms.click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await heading(tab, 'Allgemeine Geschäftsbedingungen')
  await heading(page, 'Support')
  await terms.click()
  await heading(page, 'Allgemeine Geschäftsbedingungen')
  await terms.click()
  await page.goBack()
  await heading(page, 'Support')
})

test('navigation scrolls to the top, to a target, or back to where the page was, and reports a page view', async () => {
  const page = await open('/support')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => {
    const views: string[] = []
    window.addEventListener('page-view', (event) => {
      if (event instanceof CustomEvent) views.push(`${event.detail.path} ${event.detail.title}`)
      document.body.dataset['views'] = views.join(', ')
    })
  })
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.setViewportSize({ width: 1000, height: 400 })
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'AGB' })
  await link.scrollIntoViewIfNeeded()
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  await link.click()
  await heading(page, 'Allgemeine Geschäftsbedingungen')
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await heading(page, 'Support')
  await expect.poll(scrolled).toBe(before)
  await expect
    .poll(() => page.evaluate(() => document.body.dataset['views']))
    .toBe('/agb AGB – Wegwarte, /support Support – Wegwarte')
  // A full load of another page begins at its top or at its target, not where the previous page was. The only target here is
  // the content, which is at the top of the page: this style moves it down.
  await page.addInitScript(() => {
    const lower = new CSSStyleSheet()
    lower.replaceSync('#inhalt { margin-top: 600px }')
    document.adoptedStyleSheets = [lower]
    Object.assign(window, { whoScrolls: history.scrollRestoration })
  })
  await page.goto('/impressum')
  await heading(page, 'Impressum')
  await expect.poll(scrolled).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.reload()
  await heading(page, 'Impressum')
  await expect.poll(scrolled).toBe(0)
  // Chromium scrolls to where the page was, after the page did, if it may do so at the beginning of the load.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'whoScrolls'))).toBe('manual')
  await page.goto('/agb#inhalt')
  await heading(page, 'Allgemeine Geschäftsbedingungen')
  await expect.poll(scrolled).toBeGreaterThan(0)
})

test('the dashboard marks its figures as samples, shows the time and changes its fact every 30 s', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], fakeClock: true })
  const samples = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Beispieldaten' }) })
  await samples.getByRole('heading', { name: 'Beispieldaten' }).click()
  await expect.poll(() => samples.getByRole('region').getByText('Beispieldaten', { exact: true }).count()).toBe(3)
  const fact = page.getByRole('region', { name: 'Wussten Sie schon?' }).locator('p').first()
  const time = page.locator('time')
  const [firstFact, firstTime] = [await fact.innerText(), await time.innerText()]
  await page.clock.runFor(31_000)
  await expect.poll(() => fact.innerText()).not.toBe(firstFact)
  await page.clock.runFor(61_000)
  await expect.poll(() => time.innerText()).not.toBe(firstTime)
  await page.getByRole('button', { name: 'Anhalten' }).click()
  const held = await fact.innerText()
  await page.clock.runFor(61_000)
  await expect.poll(() => fact.innerText()).toBe(held)
})

test('the demo shows the stolen vehicle first, then the others, what needs doing, what is around, and the sample figures folded at the end', async () => {
  const { page } = await stories.enterDemo()
  const card = page.getByRole('article', { name: 'Roadster in der Garage' })
  await card.getByText(/^Als gestohlen gemeldet seit /).waitFor()
  await expect.poll(() => card.getByRole('button', { name: 'Ich fahre' }).count()).toBe(0)
  const other = page.getByRole('navigation', { name: 'Weitere Fahrzeuge' }).getByRole('link', { name: /^Reiseenduro/ })
  await other.getByText(/^steht seit .* · Akku 96 % · Alarm scharf/).waitFor()
  await other.getByText('KA-WW 125').waitFor()
  await page.getByRole('button', { name: 'Ich fahre: Reiseenduro' }).waitFor()
  await expect.poll(() => tops(page)).toEqual(['vehicle', 'around', 'others', 'tasks', 'samples'])
  // The vehicle's name, its state and what is to be done are on the first screen of a phone.
  const police = card.getByRole('link', { name: 'Link für die Polizei' })
  await expect.poll(async () => edgesOf(await police.boundingBox()).bottom).toBeLessThan(widths[0].height)
  await expect.poll(() => page.getByRole('region', { name: 'Fahrwetter' }).isVisible()).toBe(false)
  await page.getByRole('heading', { name: 'Beispieldaten' }).click()
  await page.getByRole('region', { name: 'Fahrwetter' }).waitFor()

  // A licence that ends: the second tap is in the shop, from the card that the next thing to do leads to.
  const tasks = page.getByRole('region', { name: 'Zu tun' }).getByRole('listitem')
  await tasks.filter({ hasText: 'Roller' }).getByRole('link', { name: 'Zum Gerät' }).click()
  const renewal = page.getByRole('article', { name: 'Roller' }).getByRole('link', { name: /im Shop verlängern/ })
  await expect.poll(() => isInView(renewal)).toBe(true)
  await expect.poll(() => renewal.getAttribute('target')).toBe('_blank')
  for (const width of widths) {
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: width.width, height: width.height })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto('/dashboard')
      await police.waitFor()
      // In a wide window there is room for what is around it, too.
      const around = page.getByRole('link', { name: /Gefahren im Umkreis von 12 km$/ })
      await expect.poll(() => around.count()).toBe(width.name === 'desktop' ? 1 : 0)
      await keepPicture(page, `dashboard-${width.name}-${scheme}`)
    }
  }
})

async function isInView(target: Locator): Promise<boolean> {
  const { y = -1, height = 0 } = (await target.boundingBox()) ?? {}
  return y > 0 && y + height < (target.page().viewportSize()?.height ?? 0)
}

test('the contact form sends a real e-mail, keeps what was typed on errors, and says when it is done', async () => {
  const page = await open('/contact')
  await page.getByLabel('Name').fill('Erika Beispiel')
  await page.getByLabel('E-Mail-Adresse').fill('erika@example.org')
  await page.getByLabel('Betreff').fill('Halterung')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await page.getByText('Bitte beschreiben Sie Ihr Anliegen etwas genauer.').waitFor()
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Erika Beispiel')
  await page.getByLabel('Nachricht', { exact: true }).fill('Passt die Halterung an einen runden Lenker?')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await page.getByText('Ihre Nachricht ist gesendet').waitFor()
  const message = await stories.product.mail.emailTo('support@localhost', /Halterung/)
  expect(message.text).toContain('runden Lenker')
})

/** The parts of the dashboard from top to bottom, on a phone. */
async function tops(page: Page): Promise<string[]> {
  const parts = {
    vehicle: page.getByRole('article', { name: 'Roadster in der Garage' }),
    others: page.getByRole('navigation', { name: 'Weitere Fahrzeuge' }),
    tasks: page.getByRole('region', { name: 'Zu tun' }),
    around: page.getByRole('navigation', { name: 'Vor der Fahrt' }),
    samples: page.getByRole('heading', { name: 'Beispieldaten' }),
  }
  const boxes = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => [name, (await part.boundingBox())?.y ?? Infinity] as const),
  )
  return boxes.toSorted(([, one], [, other]) => one - other).map(([name]) => name)
}
