import type { SandboxInvoice } from './ledger.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; }
main { width: min(22rem, 100% - 3rem); text-align: center; }
p { margin: 0 0 1rem; }
.amount { font-size: 2.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
button { width: 100%; padding: 0.8rem; border: 0; border-radius: 0.6rem; font: inherit; font-weight: 600;
  background: #1668c7; color: #fff; cursor: pointer; }
button:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
.note { opacity: 0.75; font-size: 0.875rem; }
`;

/** The page's own style is all that it may load, and its form goes to the page's own address. */
export const PAY_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The page at an invoice's address, where a person pays it with the sandbox's money. */
export function payPage({ invoice, amount, fiat, status }: SandboxInvoice): string {
  const state = {
    active: '<form method="post"><button>Pay</button></form>',
    paid: '<p role="status">Paid. You can close this page.</p>',
    expired: '<p role="status">This invoice has expired.</p>',
  }[status];
  // All values are the sandbox's own: it takes no amount that is not a number, and no currency but one.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Invoice ${invoice}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Invoice ${invoice}</h1>
<p class="amount">${amount} ${fiat}</p>
${state}
<p class="note">The sandbox stands in for Crypto Pay. No money moves.</p>
</main>
</body>
</html>
`;
}
