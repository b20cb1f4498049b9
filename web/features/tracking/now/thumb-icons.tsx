import { icon } from '#web/ui/pictures/icons.tsx'

export const HistoryIcon = icon(
  <>
    <circle cx="6" cy="18.5" r="2" />
    <circle cx="18" cy="5.5" r="2" />
    <path d="M8 18.5h7.5a3.5 3.5 0 0 0 0-7h-7a3 3 0 0 1 0-6H16" />
  </>,
)
export const TheftIcon = icon(
  <path d="M12 3 4.5 6v5.5c0 4.6 3.1 7.8 7.5 9.5 4.4-1.7 7.5-4.9 7.5-9.5V6zM12 8.5v4.5M12 16v.1" />,
)
