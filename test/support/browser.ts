import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { beforeAll, inject } from 'vitest';

/** Where browsers are installed; the first one that exists is used. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/**
 * How long the browser may take to open, and everything that a test waits for in it, in ms. It only ends what
 * hangs, before the limit of the test does, so that the error says what was waited for: on a busy machine a
 * page takes many seconds.
 */
const HANGING_MS = 120_000;
/** Processes of a browser that has ended write to its profile for some milliseconds more. */
const REMOVALS = 10;
/** No graphics, no first-run pages, and no connections to the browser's maker. */
const ARGUMENTS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A tab of the browser, and what it did. */
export interface Tab {
  page: Page;
  /** Console messages, thrown errors and violations of the page's security policy. */
  complaints: string[];
  /** The URLs that it asked for, those of its workers included. */
  requests: URL[];
}

export interface TestBrowser {
  /** Opens a tab; all tabs share one profile. */
  newTab(): Promise<Tab>;
}

/**
 * One browser with a new, empty profile for the tests of one file; it ends with them, and with the process.
 */
export function useBrowser(): TestBrowser {
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    const profile = join(inject('runDirectory'), `browser-${randomUUID()}`);
    const opened = await openContext(profile);
    const pid = await processOf(opened);
    context = opened;
    context.setDefaultTimeout(HANGING_MS);
    return async () => {
      // Asked to close, a browser now and then never ends. It has nothing to save.
      const closed = new Promise<void>((resolve) => opened.once('close', () => resolve()));
      process.kill(pid, 'SIGKILL');
      await closed;
      await rm(profile, { recursive: true, force: true, maxRetries: REMOVALS });
    };
  });
  return {
    async newTab() {
      if (!context) throw new Error('the browser is not open yet');
      const page = await context.newPage();
      const tab: Tab = { page, complaints: [], requests: [] };
      page.on('console', (message) => void tab.complaints.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => void tab.complaints.push(`thrown: ${error.stack ?? error.message}`));
      page.on('request', (request) => void tab.requests.push(new URL(request.url())));
      page.on('worker', (worker) => void tab.requests.push(new URL(worker.url())));
      return tab;
    },
  };
}

/**
 * The browser is driven over a pipe: no port can be taken by another program, and the browser ends with the
 * pipe.
 */
async function openContext(profile: string): Promise<BrowserContext> {
  const { executablePath, env } = await findBrowser();
  return chromium.launchPersistentContext(profile, {
    executablePath,
    env: { ...process.env, ...env },
    args: ARGUMENTS,
    headless: true,
    // What moves is drawn sixty times a second, without graphics by the processor.
    reducedMotion: 'reduce',
    // On a machine without a locale the browser's own is en-US@posix, which Intl refuses.
    locale: 'en-US',
    // Chromium's sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0 && executablePath.startsWith('/usr/bin'),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: HANGING_MS,
  });
}

async function processOf(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const id = processInfo.find(({ type }) => type === 'browser')?.id;
  if (id === undefined) throw new Error('the browser does not say which process it is');
  return id;
}

interface BrowserProgram {
  executablePath: string;
  env: Record<string, string>;
}

async function findBrowser(): Promise<BrowserProgram> {
  const installed = INSTALLED.find((path) => existsSync(path));
  return installed ? { executablePath: installed, env: {} } : unpackBrowser();
}

/**
 * The browser of the npm packages, with the libraries that a machine without a desktop lacks. It is unpacked
 * once.
 */
async function unpackBrowser(): Promise<BrowserProgram> {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    const unpacked = `${folder}-${randomUUID()}`;
    await mkdir(unpacked, { recursive: true });
    // The package unpacks below TMPDIR, and it unpacks the libraries only on a host that it believes to be a
    // certain one.
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
      { env: { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }, cwd: cache },
    );
    // The package's own configuration looks for fonts in one place only, and without a font the browser
    // crashes.
    const fonts = `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`;
    await writeFile(join(unpacked, 'fonts.conf'), fonts);
    // The first process to rename its folder wins: no process ever sees half a browser.
    await rename(unpacked, folder).catch(() => rm(unpacked, { recursive: true, force: true }));
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}
