// uPlot gives the browser's language to Intl while it loads. A Chromium that runs without a locale calls it
// "en-US@posix", which Intl refuses: then there would be no chart.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US' });
}
