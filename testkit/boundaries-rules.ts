import type { Import, SourceFile } from './boundaries-imports.ts';

/** Rules of architecture.md 1 and 2 about who may import what; each gives one line per breach. */
export function findBreaches(files: readonly SourceFile[]): string[] {
  const perFile = files.flatMap((file) => [
    ...file.imports.flatMap((each) => importBreaches(file.path, each)),
    ...barrelBreach(file),
    ...roleNameBreaches(file),
    ...fileBreaches(file),
  ]);
  return [...perFile, ...cycleBreaches(files)];
}

type Rule = (path: string, target: Import) => string | false;

const inside = (target: Import, ...folders: string[]): boolean =>
  target.inside && folders.some((folder) => target.target.startsWith(`${folder}/`));

const RULES: readonly Rule[] = [
  (path, target) =>
    path.startsWith('packages/contract/') &&
    !inside(target, 'packages/contract', 'packages/money') &&
    (target.inside || target.target.split('/')[0] !== 'zod') &&
    'contract may import zod and money only',
  (path, target) =>
    path.startsWith('packages/money/') && !inside(target, 'packages/money') && 'money imports nothing',
  (path, target) =>
    path.startsWith('packages/') && inside(target, 'areas', 'apps') && 'packages must not know areas or apps',
  (path, target) =>
    path.startsWith('packages/server/') && inside(target, 'packages/web') && 'server must not import web',
  (path, target) =>
    path.startsWith('packages/web/') && inside(target, 'packages/server') && 'web must not import server',
  (path, target) => path.startsWith('areas/') && inside(target, 'apps') && 'areas must not know apps',
  (path, target) =>
    path.startsWith('areas/') &&
    !isDemo(path) &&
    inside(target, 'areas') &&
    areaOf(path) !== areaOf(target.target) &&
    !/((\.(contract|record|states)|\/public\.server)\.ts|\/public\.web\.tsx)$/.test(target.target) &&
    'of another area only *.contract.ts, *.record.ts, *.states.ts, public.server.ts and public.web.tsx may be imported',
  (path, target) =>
    /^(areas|apps|packages|db|bin)\//.test(path) &&
    !isDemo(path) &&
    target.inside &&
    isDemo(target.target) &&
    'demo data is no part of the product',
  (path, target) => isOutsideTests(path) && inside(target, 'testkit') && 'the testkit is for tests only',
  (path, target) =>
    isOutsideTests(path) && target.inside && isTest(target.target) && 'what tests share is for tests only',
  (path, target) =>
    worldOf(path) === 'browser' &&
    worldOf(target.target) === 'server' &&
    target.inside &&
    'the browser must not import the server',
  (path, target) =>
    worldOf(path) === 'shared' &&
    target.inside &&
    worldOf(target.target) !== 'shared' &&
    'a file of both worlds must import neither server nor browser',
  (path, target) =>
    worldOf(path) === 'server' &&
    worldOf(target.target) === 'browser' &&
    target.inside &&
    'the server must not import screens',
  (path, target) =>
    worldOf(path) !== 'server' &&
    worldOf(path) !== 'free' &&
    target.target.startsWith('node:') &&
    'node: exists on the server only',
];

// Tests may reach further: they set up a world and look behind it.
function importBreaches(path: string, target: Import): string[] {
  if (isTest(path)) return [];
  const texts = RULES.map((rule) => rule(path, target)).filter((text): text is string => text !== false);
  return texts.map((text) => `${path} imports ${target.target}: ${text}`);
}

const areaOf = (path: string): string => path.split('/')[1] ?? '';
// `*-testing.ts` holds what several tests of a folder share.
const isTest = (path: string): boolean => /(\.test\.tsx?|-testing\.ts)$/.test(path);
// Demo data stands behind the whole product: it may use anything of the server, and nothing of the product may use it.
const isDemo = (path: string): boolean => /^(db|areas\/[^/]+)\/demo\//.test(path);
const isOutsideTests = (path: string): boolean => /^(areas|apps|packages)\//.test(path);

// Run by Vite or by the developer of the kit, not by the browser.
const IS_TOOL = /vite\.config|\/vite-|-plugin\.ts$|\/gallery\/[^/]+\.ts$/;

/** In which world a file runs: told by its suffix in areas, by its folder elsewhere; `free` is not looked at. */
function worldOf(path: string): 'server' | 'browser' | 'shared' | 'free' {
  if (/^packages\/(contract|money)\//.test(path)) return 'shared';
  if (/^(packages\/web|apps\/web)\//.test(path)) return IS_TOOL.test(path) ? 'free' : 'browser';
  if (/^packages\/(server|simulators)\//.test(path) || /^(apps\/api|db)\//.test(path)) return 'server';
  if (!path.startsWith('areas/')) return 'free';
  if (/\.(server|cli)\.ts$/.test(path) || isDemo(path)) return 'server';
  return /\.tsx$|\.web\.ts$|\.browser\.ts$|\.css$/.test(path) ? 'browser' : 'shared';
}

function barrelBreach({ path, code }: SourceFile): string[] {
  const rest = code.replace(/^[ \t]*export\b[^'";]*\bfrom\s*['"][^'"]+['"];?/gm, '');
  // public.server.ts is all other areas may import of an area; what it offers lies elsewhere.
  const isBarrel =
    !path.endsWith('/public.server.ts') &&
    rest !== code &&
    rest.replace(/['"]use \w+['"];?/g, '').trim() === '';
  return isBarrel ? [`${path}: nothing but re-exports; import from where things are`] : [];
}

// What a frame may show is the policy's and the server's word; one place knows both, for every kind of file. And nobody
// judges a document that is not on the screen.
function fileBreaches({ path, code }: SourceFile): string[] {
  if (!path.endsWith('.tsx')) return [];
  const framed = /^\s*<(iframe|embed|object)\b/m.test(code) && path !== 'packages/web/ui/file-view.tsx';
  const unseen = /\.verifyDocument\b/.test(code) && !code.includes('<FileVerdict');
  return [
    ...(framed ? [`${path}: a file is shown by FileView`] : []),
    ...(unseen ? [`${path}: a document is judged in FileVerdict`] : []),
  ];
}

// Names of system.md 12.2 that mean a role and nothing else.
const ROLE_NAMES =
  'SUPER_ADMIN|COMPANY_ADMIN|FRANCHISEE_USER_1|COCO_USER_1|CENTER_HEAD|CENTRE_STAFF|Councellor|BSKUSER|' +
  'ACADEMIC_COORDINATOR|ACADEMIC_MANAGER|ZONAL_MANAGER|BUSINESS_DEVELOPER|MARKETING_HEAD|FINANCE_ADMIN|FINANCE_DEPT|' +
  'TICKET_ADMIN|TICKET_FRANCHISEE|CUSTOMER_CARE|CURRICULUM_AUTHOR|TRANSPORT_INCHARGE';
// Names that are ordinary words too (a parent, a teacher): only a comparison with a role gives them away.
const WORD_NAMES =
  'SYSTEM|ADMIN|TEACHER|MARKETING|OPERATIONS|DELIVERY_CHALLAN|PRODUCT|TRAINER|AUDITOR|ESCORT|PARENT|STUDENT|WOWKIT_\\w+';
const AS_ROLE = new RegExp(
  `\\brole(?:Name|s)?\\b\\)?\\s*(?:\\.name\\s*)?(?:[!=]==?|\\.includes\\(|\\.has\\(|\\bin\\b)\\s*\\[?['"](${WORD_NAMES})['"]`,
  'g',
);
const QUOTED = new RegExp(`['"\`](${ROLE_NAMES})['"\`]`, 'g');

function roleNameBreaches({ path, code }: SourceFile): string[] {
  if (!/^(areas|packages\/(server|web))\//.test(path) || isTest(path) || isDemo(path) || isData(path))
    return [];
  const names = [...code.matchAll(QUOTED), ...code.matchAll(AS_ROLE)].map((match) => match[1] ?? '');
  return [...new Set(names)].map((name) => `${path}: role name ${name}; ask for a module, roles are data`);
}

const isData = (path: string): boolean => /(^|\/)(data|seed|seeds)\/|[.-](data|seed|seeds)\.ts$/.test(path);

/** One line per circle of files, found as strongly connected groups (Tarjan). Type imports count: they are reading order too. */
function cycleBreaches(files: readonly SourceFile[]): string[] {
  const links = new Map(
    files.map((file) => [file.path, file.imports.filter((each) => each.inside).map((each) => each.target)]),
  );
  return groupsOf(links)
    .filter((group) => group.length > 1 || links.get(group[0] ?? '')?.includes(group[0] ?? ''))
    .map((group) => `circle of imports: ${group.toSorted().join(' , ')}`);
}

function groupsOf(links: ReadonlyMap<string, readonly string[]>): string[][] {
  const state = { order: new Map<string, number>(), stack: [] as string[], groups: [] as string[][] };
  const visit = (at: string): number => {
    const number = state.order.size;
    let low = number;
    state.order.set(at, number);
    state.stack.push(at);
    for (const next of links.get(at) ?? []) {
      if (!links.has(next)) continue;
      if (!state.order.has(next)) low = Math.min(low, visit(next));
      else if (state.stack.includes(next)) low = Math.min(low, state.order.get(next) ?? low);
    }
    if (low === number) state.groups.push(state.stack.splice(state.stack.indexOf(at)));
    return low;
  };
  for (const path of links.keys()) if (!state.order.has(path)) visit(path);
  return state.groups;
}
