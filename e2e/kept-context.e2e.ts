import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { positionAnswer } from './kept-context.ts'
import { shareStories } from './stories.ts'

/* The stories' visitors share a process of the browser, and nothing else. */

const stories = shareStories('demo')

describe('a visitor', () => {
  let before: BrowserContext | undefined

  test('leaves traces everywhere', async () => {
    const { context, page } = await stories.open('/support')
    before = context
    await context.grantPermissions(['geolocation'])
    await context.addCookies([{ name: 'left', value: 'behind', url: stories.product.url }])
    await context.route('**/kontakt', (route) => route.abort())
    await page.evaluate(async () => {
      localStorage.setItem('left', 'behind')
      sessionStorage.setItem('left', 'behind')
      await caches.open('left')
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const opening = indexedDB.open('left')
      opening.addEventListener('success', () => resolve())
      opening.addEventListener('error', () => reject(opening.error))
      await promise
      opening.result.close()
    })
    await expect
      .poll(() => traces(page))
      .toEqual({
        cookies: 'left=behind',
        local: ['left'],
        session: ['left'],
        caches: ['left'],
        databases: ['left'],
        geolocation: 'granted',
      })
  })

  test('finds no traces of the visitor before', async () => {
    const { context, page } = await stories.open('/support')
    expect(context).toBe(before)
    expect(context.pages()).toHaveLength(2)
    await expect
      .poll(() => traces(page))
      .toEqual({
        cookies: '',
        local: [],
        session: [],
        caches: [],
        databases: [],
        geolocation: 'prompt',
      })
  })

  test.each(['first', 'second'])('finds the permission for the position undecided: the %s one', async () => {
    const { page } = await stories.open('/support')
    await expect.poll(() => positionAnswer(page)).toBe('prompt')
    // Nobody answers the question: the browser as a whole refuses, and remembers that.
    await page.evaluate(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      navigator.geolocation.getCurrentPosition(
        () => resolve(),
        () => resolve(),
      )
      return promise
    })
  })
})

/** What a page can see of earlier visits. In its own window's storage the product keeps the routes that led there. */
async function traces(page: Page) {
  const left = await page.evaluate(async () => ({
    cookies: document.cookie,
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage).filter((key) => !key.startsWith('wegwarte.')),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))
  return { ...left, geolocation: await positionAnswer(page) }
}
