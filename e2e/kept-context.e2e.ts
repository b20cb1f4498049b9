import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { shareStories } from './stories.ts'

/* The stories' visitors share a process of the browser, and nothing else. */

const stories = shareStories('demo')

describe('a visitor', () => {
  let before: BrowserContext | undefined

  test('leaves something everywhere', async () => {
    const { context, page } = await stories.open('/support')
    before = context
    await context.grantPermissions(['geolocation'])
    await context.addCookies([{ name: 'left', value: 'behind', url: stories.product.url }])
    await context.route('**/kontakt', (route) => route.abort())
    await page.evaluate(async () => {
      localStorage.setItem('left', 'behind')
      sessionStorage.setItem('left', 'behind')
      await caches.open('left')
      indexedDB.open('left')
    })
    expect(await traces(page)).toEqual({
      cookies: 'left=behind',
      local: ['left'],
      session: ['left'],
      caches: ['left'],
      databases: ['left'],
      geolocation: 'granted',
    })
  })

  test('finds nothing that the one before has left', async () => {
    const { context, page } = await stories.open('/support')
    expect(context).toBe(before)
    expect(context.pages()).toHaveLength(2)
    expect(await traces(page)).toEqual({
      cookies: '',
      local: [],
      session: [],
      caches: [],
      databases: [],
      geolocation: 'prompt',
    })
  })
})

/** What a page can see of earlier visits. In its own window's storage the product keeps the way that led there. */
function traces(page: Page) {
  return page.evaluate(async () => ({
    cookies: document.cookie,
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage).filter((key) => !key.startsWith('wegwarte.')),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
  }))
}
