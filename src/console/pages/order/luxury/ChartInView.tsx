import { useEffect, useRef, useState } from 'react';
import styles from '../OrderPage.module.css';
import type { BarChart, BarChartProps } from './BarChart.tsx';

/** How far below the screen its place may be when the chart is loaded. */
const AHEAD = '300px';

/**
 * The chart, loaded and drawn when its place is in view and painted: on a slow phone that takes longer than
 * the figures beside it may wait for.
 */
export function ChartInView(props: BarChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [Chart, setChart] = useState<typeof BarChart>();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const view = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        view.disconnect();
        import('./BarChart.tsx').then(
          (loaded) => setChart(() => loaded.BarChart),
          (error) =>
            setChart(() => {
              throw error;
            }),
        );
      },
      { rootMargin: AHEAD },
    );
    view.observe(element);
    return () => view.disconnect();
  }, []);
  return (
    <div ref={place} className={styles['chartPlace']}>
      {Chart && <Chart {...props} />}
    </div>
  );
}
