/** The icon of the service: lines that pass through a gate. */
export function Mark() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#1d5fd1" />
      <path d="M6 11h20M6 21h20M16 5v22" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
