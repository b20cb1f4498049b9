import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sharedBrowser, type Width, widths } from './browser.ts'
import { shareStories } from './stories.ts'

/* What stands around every screen (specification, section 2): header, menu, breadcrumbs, back button, footer, titles. */

const stories = shareStories('demo')

const open = async (path: string, width: Width = widths[1]) => (await stories.open(path, { width })).page
const enterDemo = async (width: Width = widths[1]) => (await stories.enterDemo({ width })).page

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('signed out', () => {
  test('the landing page says what it is, leads to registering and to more, and the logo leads home', async () => {
    const page = await open('/')
    await heading(page, 'Ihr persönliches POI-Warnsystem')
    expect(await page.getByRole('article').count()).toBe(3)
    expect(await page.getByRole('link', { name: 'Mehr erfahren' }).getAttribute('href')).toBe('/support')
    expect(await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).getAttribute('href')).toBe('/login')
    await page.getByRole('banner').getByRole('link', { name: 'Registrieren' }).click()
    await page.waitForURL('**/register')
    await page
      .getByRole('link', { name: /Wegwarte/ })
      .first()
      .click()
    await heading(page, 'Ihr persönliches POI-Warnsystem')
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
    expect(await headline.isVisible()).toBe(true)
    expect(await headline.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThan(
      24,
    )
    expect(await page.getByRole('article').count()).toBe(3)
    expect(await page.getByText('Ein unerwarteter Fehler').count()).toBe(0)
    await page.close()
  })

  test('header and footer are hidden where one signs in or registers', async () => {
    const page = await open('/login')
    for (const path of ['/login', '/register']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByRole('banner').count()).toBe(0)
      expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).count()).toBe(0)
    }
  })

  test('the footer leads to the legal pages, the help, the support mail and three social networks', async () => {
    const page = await open('/support')
    const footer = page.getByRole('contentinfo')
    for (const name of ['AGB', 'Impressum', 'Datenschutz', 'Support', 'Kontakt']) {
      await footer.getByRole('link', { name, exact: true }).waitFor()
    }
    expect(await footer.locator('a[href^="mailto:"]').count()).toBe(1)
    expect(await footer.locator('a[target="_blank"]').count()).toBe(3)
    await footer.getByRole('link', { name: 'Impressum' }).click()
    await heading(page, 'Impressum')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
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
})

describe.each(widths)('signed in on a $name', (width) => {
  test('the menu leads to every area, closes on navigation and beside it, and signs out', async () => {
    const page = await enterDemo(width)
    const openMenu = () => page.getByRole('button', { name: 'Menü öffnen' }).click()
    await openMenu()
    const menu = page.getByRole('dialog', { name: 'Menü' })
    for (const section of ['Hauptbereiche', 'Konfiguration', 'Konto']) {
      await menu.getByRole('heading', { name: section }).waitFor()
    }
    const entries = await menu.getByRole('navigation').getByRole('listitem').allInnerTexts()
    expect(entries.map((entry) => entry.trim())).toEqual([
      'Dashboard',
      'POIs in der Umgebung',
      'Positionstracking',
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

  test('breadcrumbs say where one is, and the back button leads to where one was', async () => {
    const page = await enterDemo(width)
    const crumbs = page.getByRole('navigation', { name: 'Brotkrumen' }).getByRole('listitem')
    const back = page.getByRole('button', { name: 'Zurück' })
    await expect.poll(() => crumbs.allInnerTexts()).toEqual(['Dashboard'])
    expect(await back.count()).toBe(0)
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
    expect(await back.count()).toBe(0)
  })
})

test('the back button leads through the ten routes before, and no further', async () => {
  const page = await enterDemo()
  const back = page.getByRole('button', { name: 'Zurück' })
  const legal = [
    ['AGB', '/agb'],
    ['Impressum', '/impressum'],
    ['Datenschutz', '/datenschutz'],
    ['Support', '/support'],
    ['Kontakt', '/contact'],
  ] as const
  // Eleven screens after the dashboard, which is forgotten with the last of them.
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

test('the header says which screen it is, and the breadcrumbs that it lies below the dashboard', async () => {
  const page = await enterDemo()
  const header = page.getByRole('banner')
  const crumbs = header.getByRole('navigation', { name: 'Brotkrumen' }).getByRole('listitem')
  for (const [path, title, way] of [
    ['/', 'Startseite', []],
    ['/pois', 'POIs in der Umgebung', ['Dashboard', 'POIs in der Umgebung']],
    ['/tracking', 'Positionstracking', ['Dashboard', 'Positionstracking']],
  ] as const) {
    await page.goto(path)
    await header.getByRole('paragraph', { includeHidden: true }).filter({ hasText: title }).waitFor()
    expect(await crumbs.allInnerTexts()).toEqual(way)
  }
  await crumbs.getByRole('link', { name: 'Dashboard' }).click()
  await heading(page, 'Dashboard')
})

test('an address that is spelled in another way leads to the one screen, with its title and what else it says', async () => {
  const { page } = await stories.open('/SUPPORT/?q=1#fragen')
  await page.waitForURL('**/support?q=1#fragen')
  await expect.poll(() => page.title()).toBe('Support – Wegwarte')
  const signedIn = await enterDemo()
  // Within the app, too, where no server is asked.
  await signedIn.goto('/login?redirect=%2FTracking%2F%3Frange%3Dtoday')
  await signedIn.waitForURL((url) => url.pathname === '/tracking' && url.searchParams.get('range') === 'today')
  await heading(signedIn, 'Positionstracking')
})

test('who is signed in is led from the login to the dashboard, and the landing page offers it', async () => {
  const page = await enterDemo()
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await page.waitForURL('**/dashboard')
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Zum Dashboard' }).waitFor()
})

test('a screen whose code does not arrive says so and can be loaded again', async () => {
  const page = await enterDemo()
  await page.route('**/assets/TrackingScreen*.js', (route) => route.abort())
  await page.getByRole('link', { name: /Positionstracking/ }).click()
  await heading(page, 'Navigation fehlgeschlagen')
  await page.unroute('**/assets/TrackingScreen*.js')
  await page.goto('/tracking')
  await heading(page, 'Positionstracking')
})

test('a screen whose code does not arrive within two minutes counts as not reached', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], fakeClock: true })
  await page.route('**/assets/TrackingScreen*.js', () => undefined)
  await page.getByRole('link', { name: /Positionstracking/ }).click()
  await page.clock.runFor(119_000)
  await heading(page, 'Dashboard')
  await page.clock.runFor(2_000)
  await heading(page, 'Navigation fehlgeschlagen')
})

test('an error that nobody expected is told, and the page goes on', async () => {
  const { page, uncaught } = await stories.open('/support')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => void Promise.reject(new Error('unexpected')))
  await page.getByRole('alert').filter({ hasText: 'Ein unerwarteter Fehler ist aufgetreten' }).waitFor()
  expect(uncaught.splice(0)).toEqual([expect.stringContaining('unexpected')])
})

const tooOld = 'Ihr Browser ist zu alt für Wegwarte.'

test('a browser that is too old reads so in a sentence, others do not', async () => {
  const page = await open('/support', widths[0])
  await heading(page, 'Support')
  expect(await page.getByText(tooOld).isVisible()).toBe(false)
  // What such a browser lacks: colours that mix, and a script it could read.
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
    // The heading can stand there before the page listens.
    await expect
      .poll(async () => {
        await page.keyboard.press(keys)
        // Asked once all have heard of it, whoever listens first.
        return page.evaluate(() => {
          const event: unknown = Reflect.get(window, 'lastKey')
          return event instanceof KeyboardEvent && `${event.key} ${event.defaultPrevented ? 'blocked' : 'free'}`
        })
      })
      .toBe(outcome)
  }
})

test('navigation scrolls to the top, to a target, or back to where one was, and tells a page view', async () => {
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
  expect(await page.evaluate(() => document.body.dataset['views'])).toBe(
    '/agb AGB – Wegwarte, /support Support – Wegwarte',
  )
  // A full load of another page begins at its top, not where the page before it was, or at its target. The content, the
  // only one here, begins at the top: this browser lays it lower.
  await page.addInitScript(() => {
    const lower = new CSSStyleSheet()
    lower.replaceSync('#inhalt { margin-top: 600px }')
    document.adoptedStyleSheets = [lower]
  })
  await page.goto('/impressum')
  await heading(page, 'Impressum')
  await expect.poll(scrolled).toBe(0)
  await page.goto('/agb#inhalt')
  await heading(page, 'Allgemeine Geschäftsbedingungen')
  await expect.poll(scrolled).toBeGreaterThan(0)
})

test('the dashboard marks its figures as samples, tells the time and changes its fact every 30 s', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], fakeClock: true })
  await expect.poll(() => page.getByText('Beispieldaten', { exact: true }).count()).toBe(3)
  const fact = page.getByRole('region', { name: 'Wussten Sie schon?' }).locator('p').first()
  const time = page.locator('time')
  const [firstFact, firstTime] = [await fact.innerText(), await time.innerText()]
  await page.clock.runFor(31_000)
  expect(await fact.innerText()).not.toBe(firstFact)
  await page.clock.runFor(61_000)
  expect(await time.innerText()).not.toBe(firstTime)
  await page.getByRole('button', { name: 'Anhalten' }).click()
  const held = await fact.innerText()
  await page.clock.runFor(61_000)
  expect(await fact.innerText()).toBe(held)
})

test('the contact form sends a real letter, keeps what was typed on errors, and says when it is done', async () => {
  const page = await open('/contact')
  await page.getByLabel('Name').fill('Erika Beispiel')
  await page.getByLabel('E-Mail-Adresse').fill('erika@example.org')
  await page.getByLabel('Betreff').fill('Halterung')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await page.getByText('Bitte beschreiben Sie Ihr Anliegen etwas genauer.').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Erika Beispiel')
  await page.getByLabel('Nachricht', { exact: true }).fill('Passt die Halterung an einen runden Lenker?')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await page.getByText('Ihre Nachricht ist gesendet').waitFor()
  const letter = await stories.product.mail.letterTo('support@localhost', /Halterung/)
  expect(letter.text).toContain('runden Lenker')
})
