/** The mark: the channel that carries water to a mill's wheel. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--mark)" />
    <g fill="none" stroke="#fff" strokeLinecap="round">
      <path d="M3.5 8.5h10a12 12 0 0 1 12 12v4" strokeWidth="3" />
      <circle cx="14.5" cy="20.5" r="5" strokeWidth="2.2" />
      <path
        d="M19.0 23.1L21.4 24.5M14.5 25.7L14.5 28.5M10.0 23.1L7.6 24.5M10.0 17.9L7.6 16.5M14.5 15.3L14.5 12.5M19.0 17.9L21.4 16.5"
        strokeWidth="2.2"
      />
    </g>
    <circle cx="14.5" cy="20.5" r="1.4" fill="#fff" />
  </svg>
);
