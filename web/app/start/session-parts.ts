import { prefetch } from './prefetch.ts'
import { Areas } from '#web/app/shell/Areas.tsx'

/** What a session needs beside its screens: one file, because each costs a phone a way there and back. */
export const sessionParts = { prefetch, Areas }
