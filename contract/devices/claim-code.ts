import * as z from 'zod/mini'
import { text } from '#contract/base/text.ts'

/** A code that some operators put into a device's box: needed once, if the inventory has one for the device. */
export const claimCode = z.nullish(text(100, 'Der Aktivierungscode ist zu lang'))
