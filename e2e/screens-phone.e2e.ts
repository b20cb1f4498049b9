import { widths } from './browser.ts'
import { describeEveryScreen } from './every-screen.ts'

describeEveryScreen(widths[0])
