import type { ReactNode } from 'react'

/** The few icons of shell and kit, drawn here so that the first page carries no icon package. 24 × 24, stroked. */
interface IconProps {
  className?: string | undefined
}

export function icon(children: ReactNode) {
  return function Icon({ className }: IconProps) {
    return (
      <svg
        className={className}
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    )
  }
}

export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11.5v5M12 7.6v.1" />
  </>,
)
export const CheckIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m8 12.3 2.7 2.7L16 9.6" />
  </>,
)
export const WarningIcon = icon(<path d="M12 3.5 2.8 19.5h18.4zM12 10v4.2M12 17v.1" />)
export const StopIcon = icon(<path d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7.5v5.2M12 16.3v.1" />)
export const BackIcon = icon(<path d="M19 12H5.5M11.5 5.5 5 12l6.5 6.5" />)
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h10" />)
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />)
export const SendIcon = icon(<path d="M21 3 3 10.5l7.2 3.3L13.5 21zM21 3 10.2 13.8" />)
export const OpenIcon = icon(<path d="M5 9l7 7 7-7" />)
export const RetryIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4.5H15" />)
export const NoConnectionIcon = icon(
  <path d="M4 4l16 16M9 8.2c.9-.2 2-.4 3-.4 3.6 0 6.8 1.5 9 3.8M6 10.2c-1.1.6-2.1 1.3-3 2.2M14 12.5c1.2.4 2.3 1.1 3.2 2M6.8 15.5a8 8 0 0 1 3.5-2.2M12 19v.1" />,
)
export const VisibleIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
)
export const HiddenIcon = icon(
  <path d="M4 4l16 16M9.9 5.8c.7-.2 1.4-.3 2.1-.3 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.5 3.3M6.2 7.3A17 17 0 0 0 2.5 12s3.5 6.5 9.5 6.5c1.6 0 3-.4 4.2-1" />,
)
