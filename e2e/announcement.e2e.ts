import { expect, test } from 'vitest'
import { announcementLimits } from '#contract/limits/announcement-limits.ts'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { shareStories } from './stories.ts'

/* What the operator announces (`wegwarte announce`), as visitors see it. A product of its own: everybody sees it. */

const stories = shareStories({})
/** A process looks for announcements every half a minute. */
const untilKnown = { timeout: 90_000, interval: 2_000 }

test('maintenance stands above the page with its German time, and goes when it is called off, also from a page that stays open', async () => {
  const { product } = stories
  const tomorrow = new Date(product.clock.now().getTime() + dayMs).toLocaleDateString('sv-SE', {
    timeZone: 'Europe/Berlin',
  })
  const said = await product.operate(
    'announce',
    'Wegen einer Wartung ist Wegwarte nicht zu erreichen.',
    '--from',
    `${tomorrow} 12:00`,
    '--until',
    `${tomorrow} 13:30`,
  )
  const [year, month, day] = tomorrow.split('-')
  const words = `Am ${day}.${month}.${year} von 12:00 Uhr bis 13:30 Uhr: Wegen einer Wartung ist Wegwarte nicht zu erreichen.`
  expect(said).toContain(words)

  const { page } = await stories.open('/login', { fakeClock: true })
  const banner = page.getByRole('region', { name: 'Meldungen' }).getByText(words)
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      return banner.count()
    }, untilKnown)
    .toBe(1)
  await page.goto('/support')
  await banner.waitFor()

  await product.operate('announce', '--none')
  await expect
    .poll(async () => {
      await page.clock.runFor(announcementLimits.askedMinutes * minuteMs)
      return banner.isVisible()
    }, untilKnown)
    .toBe(false)
})
