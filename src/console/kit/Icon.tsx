/** Lines of 1.6 on a ground of 20 by 20. */
const PATHS = {
  overview: 'M3.5 9.5 10 4l6.5 5.5M5 8.5V16h10V8.5',
  buy: 'M10 4.5v11M4.5 10h11',
  orders: 'M4 5.5h12M4 10h12M4 14.5h12',
  renewals: 'M16 9a6 6 0 0 0-10.5-3L4 7.5M4 4v3.5h3.5M4 11a6 6 0 0 0 10.5 3l1.5-1.5M16 16v-3.5h-3.5',
  statement: 'M5.5 3.5h9v13l-2.2-1.4-2.3 1.4-2.3-1.4-2.2 1.4zM8 7.5h4M8 10.5h4',
  access: 'M12.5 11a3.8 3.8 0 1 0-3.6-2.6L4 13.3V16h2.7v-1.9h1.9v-1.9l1.3-1.2c.8.1 1.7 0 2.6 0z',
  webhooks: 'M16.5 3.5 8.7 11.3M16.5 3.5 12 16.5l-3.3-5.2-5.2-3.3z',
  developers: 'm7 6-4 4 4 4M13 6l4 4-4 4M11.2 4.5l-2.4 11',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l3.5 3.5',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  close: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  copy: 'M7.5 7.5v-3h8v8h-3M4.5 7.5h8v8h-8z',
  arrow: 'M4 10h11.5M11 5.5l4.5 4.5-4.5 4.5',
  check: 'm4.5 10.5 3.7 3.5 7.3-8',
  download: 'M10 3.5v8.5M6.5 9l3.5 3.5L13.5 9M4 16h12',
  warning: 'M10 3.5 17 16H3zM10 8.5v3.5M10 14v.4',
  signOut: 'M11.5 4.5h-7v11h7M8.5 10h8M13.5 7l3 3-3 3',
} as const;

type IconName = keyof typeof PATHS;

/** A picture beside words, or in a button that has a name; it says nothing by itself. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Mark() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#1d5fd1" />
      <path d="M6 11h20M6 21h20M16 5v22" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
