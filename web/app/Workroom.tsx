import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClient } from '#web/api/queries.ts'
import { StepUp } from '#web/app/StepUp.tsx'
import { WithMantine } from '#web/app/theme/WithMantine.tsx'

/** Around the screens that work with Mantine's components and with queries: everything behind the sign-in. */
export function Workroom() {
  return (
    <WithMantine>
      <QueryClientProvider client={queryClient}>
        <Outlet />
        <StepUp />
      </QueryClientProvider>
    </WithMantine>
  )
}
