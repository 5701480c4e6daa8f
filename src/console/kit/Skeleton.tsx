import styles from './kit.module.css';

interface SkeletonProps {
  /** CSS lengths of what will stand here, so that nothing moves when it comes. */
  width?: string;
  height?: string;
}

export function Skeleton({ width = '100%', height = '1lh' }: SkeletonProps) {
  return <span className={styles['skeleton']} style={{ width, height }} aria-hidden="true" />;
}
