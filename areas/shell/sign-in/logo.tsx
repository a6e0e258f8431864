/** The mark of the product. */
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="16" fill="var(--a-accent)" />
      <path d="M14 50V29L32 15l18 14v21H39V36a7 7 0 0 0-14 0v14z" fill="#fff" />
      <circle cx="32" cy="26" r="3.2" fill="var(--a-accent)" />
    </svg>
  );
}
