const UNKNOWN = 'Unknown browser';

/**
 * The first that occurs in the header names the browser. Most browsers also name the ones that they descend
 * from: Edge says that it is Chrome, and Chrome that it is Safari.
 */
const BROWSERS: [sign: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** iPhones say that they are like Mac OS X, and Android that it is Linux. */
const SYSTEMS: [sign: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A short name for people, such as `Firefox on Windows`, of the header `User-Agent`. It has none of the
 * header's own text.
 */
export function browserName(userAgent = ''): string {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser === undefined) return UNKNOWN;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameIn(signs: [RegExp, string][], userAgent: string): string | undefined {
  return signs.find(([sign]) => sign.test(userAgent))?.[1];
}
