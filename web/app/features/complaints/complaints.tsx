/** The sign of the complaints book, in the colour of the surrounding text. */
export function ComplaintsBook({ size }: { size: number }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M24 14c-4-3.2-9.6-4.4-17-4.4a1.5 1.5 0 0 0-1.5 1.5v24a1.5 1.5 0 0 0 1.5 1.5c7.4 0 13 1.2 17 4.4" />
      <path d="M24 14v27c4-3.2 9.6-4.4 17-4.4a1.5 1.5 0 0 0 1.5-1.5V22" />
      <path d="M11 17.5c3.2.2 6 .7 8.5 1.6M11 23.5c3.2.2 6 .7 8.5 1.6M11 29.5c3.2.2 6 .7 8.5 1.6" />
      <path d="m29 26.5 1.2-5L41.7 10a2.6 2.6 0 0 1 3.7 3.7L33.9 25.3zM38.7 13l3.7 3.7" />
    </svg>
  )
}
