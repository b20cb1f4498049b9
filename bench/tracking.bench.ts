/* What a long history costs. Everything in one run: compare the ratios, absolute figures are the machine's. */
import { measureExports } from './tracking-export.ts'

await measureExports()
