import { firefox } from './firefox.ts'
import { walkThrough } from './walks.ts'

walkThrough(firefox)
