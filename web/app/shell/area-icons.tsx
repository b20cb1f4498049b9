import { icon } from '#web/ui/pictures/icons.tsx'

/** The icons of the areas. They arrive with them, after the first page. */
export const HomeIcon = icon(<path d="M3.5 11.5 12 4l8.5 7.5M6 9.8V20h12V9.8M12 20v-5.5" />)
export const MapIcon = icon(<path d="M3.5 6.5 9 4l6 2.5 5.5-2.5v13.5L15 20l-6-2.5L3.5 20zM9 4v13.5M15 6.5V20" />)
export const TrackIcon = icon(
  <>
    <path d="M12 21.5s-6.5-6.2-6.5-11a6.5 6.5 0 0 1 13 0c0 4.8-6.5 11-6.5 11z" />
    <circle cx="12" cy="10.5" r="2.4" />
  </>,
)
export const DeviceIcon = icon(
  <>
    <rect x="4.5" y="10.5" width="15" height="9.5" rx="2" />
    <path d="M8 15.3h3M15.5 15.3v.1M8.8 7a4.6 4.6 0 0 1 6.4 0M6.4 4.4a8 8 0 0 1 11.2 0" />
  </>,
)
