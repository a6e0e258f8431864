import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
const SYSTEM_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** A browser program and the environment it needs on top of ours. */
export type FoundBrowser = { path: string; env: Readonly<Record<string, string>> };

/**
 * Finds a Chromium: `CHROME_PATH`, the system's, or the one carried by npm (Linux on x64; unpacked once into the
 * temporary folder, a few seconds). Throws saying what to do when there is none.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const given = process.env['CHROME_PATH'];
  if (given) return { path: given, env: parseEnvironment(process.env['CHROME_ENV']) };
  const system = process.env['CHROME_FROM_NPM']
    ? undefined
    : SYSTEM_PLACES.find((place) => existsSync(place));
  if (system) return { path: system, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return carriedBrowser();
  throw new Error('No browser found. Install Chromium or Google Chrome, or set CHROME_PATH to one.');
}

function parseEnvironment(text: string | undefined): Record<string, string> {
  const parsed: unknown = text ? JSON.parse(text) : {};
  const entries = Object.entries(parsed ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return Object.fromEntries(entries);
}

async function carriedBrowser(): Promise<FoundBrowser> {
  const folder = await unpack();
  const path = join(folder, 'chromium');
  const fonts = { FONTCONFIG_FILE: writeFontList(folder) };
  const withLibraries = { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  // The carried libraries serve machines that have none; a machine's own suit its C library better.
  const env = [fonts, withLibraries].find((each) => starts(path, each));
  if (env) return { path, env };
  throw new Error(
    'The browser carried by npm does not start here. Install Chromium, or set CHROME_PATH to one.',
  );
}

/**
 * The package's own list of fonts names folders of the place it was made for; where none of them is there, the browser
 * ends at the first letter that no web font draws.
 */
function writeFontList(folder: string): string {
  const file = join(folder, 'fonts.conf');
  const draft = `${file}.${process.pid}`;
  writeFileSync(
    draft,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`,
  );
  renameSync(draft, file);
  return file;
}

function starts(path: string, env: Record<string, string>): boolean {
  return (
    spawnSync(path, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore', timeout: 20_000 })
      .status === 0
  );
}

async function unpack(): Promise<string> {
  const version = carriedVersion();
  const folder = join(tmpdir(), `aangan-chromium-${version}-${process.getuid?.() ?? 'user'}`);
  if (existsSync(join(folder, 'chromium'))) return folder;
  // The package unpacks in place and takes any file there for a whole one, so it gets a folder of its own first.
  const draft = `${folder}.draft-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  const script =
    "const { default: carried } = await import('@sparticuz/chromium'); await carried.executablePath();";
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    // This variable makes the package unpack its shared libraries as well.
    env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
  });
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another test run was faster.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
  return folder;
}

function carriedVersion(): string {
  const description: unknown = JSON.parse(
    readFileSync(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  );
  return description instanceof Object ? String(Reflect.get(description, 'version')) : 'unknown';
}
