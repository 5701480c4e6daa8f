import { Link, useRoute } from 'wouter';
import { Icon, type IconName } from '../kit/Icon.tsx';
import styles from './Layout.module.css';

const PLACES: readonly { path: string; label: string; icon: IconName }[] = [
  { path: '/', label: 'Overview', icon: 'overview' },
  { path: '/buy', label: 'Buy', icon: 'buy' },
  { path: '/orders', label: 'Orders', icon: 'orders' },
  { path: '/statement', label: 'Statement', icon: 'statement' },
  { path: '/access', label: 'Access', icon: 'access' },
  { path: '/developers', label: 'Developers', icon: 'developers' },
];

export function Navigation() {
  return (
    <nav aria-label="Pages">
      <ul className={styles['places']}>
        {PLACES.map((place) => (
          <Place key={place.path} {...place} />
        ))}
      </ul>
    </nav>
  );
}

/** The link to a page is current on the pages below it, too. */
function Place({ path, label, icon }: (typeof PLACES)[number]) {
  const [isHere] = useRoute(path);
  const [isBelow] = useRoute(`${path}/*`);
  const current = isHere || (path !== '/' && isBelow);
  return (
    <li>
      <Link href={path} className={styles['place']} aria-current={current ? 'page' : undefined}>
        <Icon name={icon} />
        {label}
      </Link>
    </li>
  );
}
