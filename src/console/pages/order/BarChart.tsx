import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatBytes } from '../../kit/figures.tsx';
import styles from './OrderPage.module.css';
import type { Bars, UsageRange } from './usage-ranges.ts';

const HEIGHT = 220;
const FONT_SIZE = 12;
/** Steps of the axis are powers of two bytes, as the units are. */
const BYTE_STEPS = Array.from({ length: 50 }, (_, power) => 2 ** power);
/** In bytes: the least that the axis reaches to. */
const LEAST_TOP = 1_024;
const HEADROOM = 1.1;

export interface BarChartProps {
  range: UsageRange;
  bars: Bars;
  /** The bar under the pointer; undefined when there is none. */
  onPoint: (index: number | undefined) => void;
}

/** Draws the bars of a range; its colors are those of the theme, its width that of its place. */
export function BarChart({ range, bars, onPoint }: BarChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const latest = useRef(bars);
  latest.current = bars;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const plot = new uPlot(
      optionsFor(range, element, () => latest.current, onPoint),
      dataOf(latest.current),
      element,
    );
    chart.current = plot;
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    const theme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => plot.redraw(false, true);
    theme.addEventListener('change', redraw);
    return () => {
      theme.removeEventListener('change', redraw);
      resized.disconnect();
      plot.destroy();
    };
  }, [range, onPoint]);
  useEffect(() => chart.current?.setData(dataOf(bars)), [bars]);

  return <div ref={place} className={styles['chart']} />;
}

function dataOf({ at, bytes }: Bars): uPlot.AlignedData {
  return [at.map((start) => start / 1_000), bytes];
}

function optionsFor(
  { stepMs, steps, ticks, axis }: UsageRange,
  element: HTMLElement,
  barsNow: () => Bars,
  onPoint: (index: number | undefined) => void,
): uPlot.Options {
  const step = stepMs / 1_000;
  const paths = uPlot.paths.bars?.({ size: [0.7, 36], align: 1 });
  // Only computed styles have the colors of the theme: the tokens are light-dark().
  const text = () => getComputedStyle(element).color;
  const line = () => getComputedStyle(element).stroke;
  const fill = () => getComputedStyle(element).fill;
  const font = `${FONT_SIZE}px ${getComputedStyle(element).fontFamily}`;
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: false, y: false },
      // The bar that the pointer is over, not the nearest start of one.
      dataIdx: (_plot, _series, _closest, at) => {
        const index = Math.floor((at - (barsNow().at[0] ?? 0) / 1_000) / step);
        return Math.max(0, Math.min(index, steps - 1));
      },
    },
    hooks: {
      setCursor: [
        ({ cursor }) =>
          onPoint(cursor.left !== undefined && cursor.left >= 0 ? (cursor.idx ?? undefined) : undefined),
      ],
    },
    scales: {
      x: { range: (_plot, min, max) => [min, max + step] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * HEADROOM, LEAST_TOP)] },
    },
    axes: [
      {
        stroke: text,
        font,
        size: 32,
        incrs: [...ticks],
        space: 52,
        grid: { show: false },
        ticks: { stroke: line, width: 1, size: 4 },
        values: (_plot, splits) => splits.map((at) => axis.format(at * 1_000)),
      },
      {
        stroke: text,
        font,
        size: 60,
        incrs: BYTE_STEPS,
        space: 44,
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        values: (_plot, splits) => splits.map(roundBytes),
      },
    ],
    series: [
      {},
      {
        fill,
        width: 0,
        points: { show: false },
        ...(paths && { paths }),
      },
    ],
  };
}

/** Such as "64 KB": marks of the axis are whole in their unit. */
function roundBytes(bytes: number): string {
  return formatBytes(bytes).replace(/\.0+(?=\D)/, '');
}
