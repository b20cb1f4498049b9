import { describeTwoWriters } from '#server/db/testing/two-writers.ts'

describeTwoWriters(1)
