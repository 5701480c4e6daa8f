import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useRef } from 'react';
import styles from './kit.module.css';

interface MenuProps {
  trigger: ReactElement;
  items: readonly { label: string; onSelect: () => void; danger?: boolean }[];
}

/** A menu of actions. It is not modal, since a modal one inserts styles that the page's policy refuses. */
export function Menu({ trigger, items }: MenuProps) {
  const chosen = useRef<() => void>(undefined);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          className={`panel ${styles['menu']}`}
          sideOffset={4}
          align="end"
          collisionPadding={8}
          // The button has the focus again before a dialog opens, which then gives it back to that.
          onCloseAutoFocus={() => {
            if (chosen.current) queueMicrotask(chosen.current);
            chosen.current = undefined;
          }}
        >
          {items.map(({ label, onSelect, danger }) => (
            <DropdownMenu.Item
              key={label}
              className={`item row middle ${styles['menuItem']}`}
              data-danger={danger || undefined}
              onSelect={() => {
                chosen.current = onSelect;
              }}
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
