import * as z from 'zod/mini'
import { text } from '#contract/text.ts'

/** What some operators put into the box beside the device: needed once, where its inventory names one. */
export const claimCode = z.nullish(text(100, 'Der Aktivierungscode ist zu lang'))
