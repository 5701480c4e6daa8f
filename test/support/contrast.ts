/** A text with too little contrast. */
interface FaintText {
  text: string;
  /** As WCAG defines it: from 1 for an invisible text to 21 for black on white. */
  ratio: number;
  color: string;
  where: string;
}

type Color = readonly [red: number, green: number, blue: number, alpha: number];

/**
 * The visible texts of a page, inputs included, whose contrast is below `least`. It runs in the browser, so
 * it uses nothing outside of this function.
 */
export function faintTexts(least: number): FaintText[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no canvas');
  const painter: CanvasRenderingContext2D = context;
  const painted = new Map<string, Color>();
  const faint: FaintText[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    if (element && text && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      check(element, text, getComputedStyle(element).color);
  }
  for (const input of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    check(input, input.value, getComputedStyle(input).color);
    check(input, input.placeholder, getComputedStyle(input, '::placeholder').color);
  }
  return faint;

  function check(element: Element, text: string, color: string): void {
    const ground = groundOf(element);
    const [lighter, darker] = [over(paint(color), ground), ground].map(luminance).sort((a, b) => b - a);
    const ratio = ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
    if (text && ratio < least)
      faint.push({ text, ratio, color, where: element.className || element.tagName });
  }

  function groundOf(element: Element): Color {
    const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    const layers: Color[] = [];
    for (let above: Element | null = element; above; above = above.parentElement)
      layers.unshift(paint(getComputedStyle(above).backgroundColor));
    return layers.reduce((ground, layer) => over(layer, ground), dark ? [0, 0, 0, 1] : [255, 255, 255, 1]);
  }

  function paint(color: string): Color {
    const known = painted.get(color);
    if (known) return known;
    painter.clearRect(0, 0, 1, 1);
    painter.fillStyle = color;
    painter.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = painter.getImageData(0, 0, 1, 1).data;
    const paintedColor = [red, green, blue, alpha / 255] as const;
    painted.set(color, paintedColor);
    return paintedColor;
  }

  function over([red, green, blue, alpha]: Color, ground: Color): Color {
    const mix = (value: number, below: number) => value * alpha + below * (1 - alpha);
    return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1];
  }

  function luminance([red, green, blue]: Color): number {
    const linear = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  }
}
