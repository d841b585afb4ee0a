/** The mark of the product: a curve that rises and falls, with its peak marked. */
export function Brand({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="var(--le-act)" />
      <path
        d="M6 20c4 0 4-9 8-9s4 11 7 11 3-5 5-5"
        fill="none"
        stroke="var(--le-act-ink)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="14" cy="11" r="2.6" fill="var(--le-act-ink)" />
    </svg>
  );
}
