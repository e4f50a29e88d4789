/** The mark: the channel that carries water to a mill's wheel. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--mark, #0b7075)" />
    <g fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
      <path d="M4 9h10.5a9 9 0 0 1 9 9v5" strokeWidth="3" />
      <circle cx="12.5" cy="20.5" r="5.5" strokeWidth="2.4" />
      <path d="M12.5 13v15M5 20.5h15" strokeWidth="1.8" />
    </g>
  </svg>
);
