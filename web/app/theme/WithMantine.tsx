import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import '#web/app/theme/mantine.css'
import { theme } from '#web/app/theme/theme.ts'

/** Mantine's components work within this only. */
export function WithMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      // They would be style elements, which the content security policy forbids; mantine.css says the same.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
