import { useState } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { toast } from './Toast.tsx';

/** In ms. */
const CONFIRMED_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** What is copied, such as "the proxies". */
  what: string;
  /** Shows the picture only. */
  compact?: boolean;
}

export function CopyButton({ text, what, compact = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Browsers give the clipboard to https and localhost only.
      toast(`The browser did not allow copying ${what}; select the text instead.`);
      return;
    }
    toast(`Copied ${what}.`);
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMED_MS);
  };
  return (
    <Button
      variant={compact ? 'quiet' : 'secondary'}
      onClick={copy}
      aria-label={compact ? `Copy ${what}` : undefined}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {!compact && `Copy ${what}`}
    </Button>
  );
}
