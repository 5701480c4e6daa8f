import { Tabs as Radix } from 'radix-ui';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import styles from './kit.module.css';

interface TabsProps {
  /** The label of all tabs together, for assistive software. */
  label: string;
  tabs: readonly { value: string; label: string; content: ReactNode }[];
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Radix.Root defaultValue={tabs[0]?.value ?? ''} className="grid gap-4 narrow">
      <Radix.List aria-label={label} className={`row gap-4 ${styles['tabList']}`}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles['tab']}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** As in the layout, where the menu goes behind a button. */
const PHONE = matchMedia('(max-width: 820px)');

const followWidth = (listener: () => void) => {
  PHONE.addEventListener('change', listener);
  return () => PHONE.removeEventListener('change', listener);
};

/** Parts of a page, one below the other; on a phone tabs, of which one is there at a time. */
export function Parts(props: TabsProps) {
  const isPhone = useSyncExternalStore(followWidth, () => PHONE.matches);
  if (isPhone) return <Tabs {...props} />;
  return props.tabs.map(({ value, content }) => <Fragment key={value}>{content}</Fragment>);
}
