/** Decorative; it takes the colour of the surrounding text. */
export function Trophy({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 220 220" className={className} aria-hidden="true">
      <g fill="currentColor">
        <circle cx="110" cy="102" r="98" opacity=".1" />
        <path d="M62 36h96v46a48 48 0 0 1-96 0z" />
        <path
          d="M62 46H34v14a36 36 0 0 0 36 36M158 46h28v14a36 36 0 0 1-36 36"
          fill="none"
          stroke="currentColor"
          strokeWidth="11"
        />
        <path d="M100 126h20v26h-20z" />
        <rect x="78" y="150" width="64" height="14" rx="7" />
        <rect x="56" y="168" width="108" height="30" rx="8" opacity=".85" />
        <path
          d="M26 24l4 10 10 4-10 4-4 10-4-10-10-4 10-4zM196 108l3 8 8 3-8 3-3 8-3-8-8-3 8-3zM184 12l3 7 7 3-7 3-3 7-3-7-7-3 7-3z"
          opacity=".8"
        />
      </g>
      <path
        d="M110 50l7.6 15.4 17 2.500-12.300 12 2.900 16.900-15.200-8-15.200 8 2.900-16.900-12.300-12 17-2.500z"
        fill="var(--color-accent-6)"
      />
    </svg>
  )
}
