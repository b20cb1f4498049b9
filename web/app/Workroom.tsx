import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClient } from '#web/api/queries.ts'
import { StepUp } from '#web/app/StepUp.tsx'

/** Around the screens that work with queries: everything behind the sign-in. */
export function Workroom() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <StepUp />
    </QueryClientProvider>
  )
}
