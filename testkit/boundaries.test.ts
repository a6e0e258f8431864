import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { readSources } from './boundaries-imports.ts';
import { findBreaches } from './boundaries-rules.ts';

const ROOT = resolve(import.meta.dirname, '..');
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function breachesOf(tree: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'aangan-boundaries-'));
  folders.push(root);
  for (const [path, code] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), code);
  }
  return findBreaches(readSources(root));
}

test('nothing in this repository imports what it must not', () => {
  const files = readSources(ROOT);
  assert.ok(files.length > 50, 'the walk found the sources');
  assert.deepEqual(findBreaches(files), []);
});

test('a tidy tree has no breach', () => {
  const breaches = breachesOf({
    'packages/money/paise.ts': 'export type Paise = number;\n',
    'packages/contract/fields.ts':
      "import { z } from 'zod';\nimport type { Paise } from '@aangan/money/paise.ts';\nexport const paise = (): Paise => z.int().parse(1);\n",
    'packages/contract/fields.test.ts':
      "import assert from 'node:assert/strict';\nimport fc from 'fast-check';\nassert.ok(fc);\n",
    'areas/finance/receipt.contract.ts':
      "import { paise } from '@aangan/contract/fields.ts';\nexport const receipt = paise;\n",
    'areas/finance/public.server.ts': "export { post } from './post.server.ts';\n",
    'areas/finance/post.server.ts':
      "import { randomUUID } from 'node:crypto';\nexport const post = randomUUID;\n",
    'areas/students/student.server.ts':
      "import { receipt } from '../finance/receipt.contract.ts';\nimport { post } from '../finance/public.server.ts';\nexport const all = [receipt, post];\n",
    'areas/students/area.web.ts': "export const screens = [() => import('./student.tsx')];\n",
    'areas/students/student.tsx':
      '// import { post } from "./post.server.ts" would be wrong\nexport const Student = () => null;\n',
    'areas/system/roles.data.ts': "export const roles = ['SUPER_ADMIN'];\n",
    'areas/students/demo/families.ts':
      "import { post } from '../../finance/post.server.ts';\nimport { roles } from '../../system/demo/roles.ts';\nexport const first = [post, roles];\n",
    'areas/system/demo/roles.ts':
      "import { names } from '../../../db/demo/names.ts';\nexport const roles = ['SUPER_ADMIN', names];\n",
    'db/demo/names.ts': "export const names = ['Asha'];\n",
    'areas/tickets/ticket.contract.ts': "export const audience = ['PARENT', 'TEACHER'];\n",
    'apps/api/start.ts': "import '../../areas/students/student.server.ts';\n",
  });
  assert.deepEqual(breaches, []);
});

const BREACHES: readonly { says: RegExp; tree: Readonly<Record<string, string>> }[] = [
  { says: /zod and money only/, tree: { 'packages/contract/a.ts': "import dayjs from 'dayjs';\n" } },
  {
    says: /zod and money only/,
    tree: { 'packages/contract/a.ts': "import { x } from '@aangan/server/x.ts';\n" },
  },
  { says: /money imports nothing/, tree: { 'packages/money/a.ts': "import { z } from 'zod';\n" } },
  {
    says: /must not know areas/,
    tree: { 'packages/server/a.ts': "import '../../areas/finance/area.ts';\n" },
  },
  {
    says: /must not know areas/,
    tree: { 'packages/web/a.tsx': "const x = import('@aangan/areas/finance/area.web.ts');\n" },
  },
  {
    says: /server must not import web/,
    tree: { 'packages/server/a.ts': "import { x } from '@aangan/web/x.ts';\n" },
  },
  {
    says: /web must not import server/,
    tree: { 'packages/web/a.tsx': "import type { X } from '@aangan/server/x.ts';\n" },
  },
  { says: /must not know apps/, tree: { 'areas/sop/a.server.ts': "import '@aangan/api/app.ts';\n" } },
  {
    says: /of another area only/,
    tree: { 'areas/sop/a.server.ts': "import { post } from '../finance/ledger/post-entry.server.ts';\n" },
  },
  {
    says: /of another area only/,
    tree: { 'areas/sop/a.server.ts': "import {\n  a,\n  b,\n} from '@aangan/areas/finance/modules.ts';\n" },
  },
  {
    says: /no part of the product/,
    tree: { 'areas/sop/a.server.ts': "import { first } from './demo/sop.ts';\n" },
  },
  {
    says: /no part of the product/,
    tree: { 'areas/sop/a.server.ts': "const x = import('../../db/demo/people.ts');\n" },
  },
  {
    says: /no part of the product/,
    tree: { 'apps/api/a.ts': "import { first } from '@aangan/areas/sop/demo/sop.ts';\n" },
  },
  { says: /no part of the product/, tree: { 'db/migrate.ts': "import './demo/run.ts';\n" } },
  {
    says: /must not import screens/,
    tree: { 'areas/sop/demo/sop.ts': "import { x } from '../list.tsx';\n" },
  },
  {
    says: /testkit is for tests/,
    tree: { 'areas/sop/a.server.ts': "import { x } from '@aangan/testkit/harness.ts';\n" },
  },
  {
    says: /browser must not import the server/,
    tree: { 'areas/sop/list.tsx': "import { x } from './sop.server.ts';\n" },
  },
  {
    says: /browser must not import the server/,
    tree: { 'areas/sop/area.web.ts': "import '../finance/public.server.ts';\n" },
  },
  {
    says: /neither server nor browser/,
    tree: { 'areas/sop/area.ts': "import { x } from './sop.server.ts';\n" },
  },
  { says: /neither server nor browser/, tree: { 'areas/sop/area.ts': "import { x } from './list.tsx';\n" } },
  { says: /must not import screens/, tree: { 'areas/sop/a.server.ts': "import { x } from './list.tsx';\n" } },
  {
    says: /node: exists on the server only/,
    tree: { 'areas/sop/names.ts': "import { join } from 'node:path';\n" },
  },
  { says: /what tests share/, tree: { 'areas/sop/a.server.ts': "import { x } from './sop-testing.ts';\n" } },
  { says: /circle of imports: .*a\.ts , .*c\.ts/, tree: circle() },
  {
    says: /nothing but re-exports/,
    tree: {
      'areas/sop/index.ts': "// all of it\nexport * from './a.ts';\nexport {\n  b,\n} from './b.ts';\n",
    },
  },
  {
    says: /shown by FileView/,
    tree: { 'areas/sop/a.tsx': 'export const A = () => (\n  <iframe title="a" src="/api/file/1" />\n);\n' },
  },
  {
    says: /judged in FileVerdict/,
    tree: { 'areas/sop/a.tsx': 'export const useIt = () => useCommand(contract.verifyDocument);\n' },
  },
  {
    says: /role name SUPER_ADMIN/,
    tree: { 'areas/sop/a.server.ts': "export const ok = (role: string) => role === 'SUPER_ADMIN';\n" },
  },
  {
    says: /role name FRANCHISEE_USER_1/,
    tree: { 'areas/sop/list.tsx': "export const who = ['FRANCHISEE_USER_1'];\n" },
  },
  {
    says: /role name TEACHER/,
    tree: {
      'areas/sop/list.tsx': "export const ok = (user: { role: string }) => user.role === 'TEACHER';\n",
    },
  },
];

function circle(): Record<string, string> {
  return {
    'areas/sop/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
    'areas/sop/b.ts': "import { c } from './c.ts';\nexport const b = c;\n",
    'areas/sop/c.ts': "import type { a } from './a.ts';\nexport const c: typeof a = 1;\n",
  };
}

for (const [index, { says, tree }] of BREACHES.entries()) {
  test(`breach ${index + 1} is found: ${says.source}`, () => {
    const breaches = breachesOf(tree);
    assert.equal(breaches.length > 0, true, 'no breach was found');
    assert.match(breaches.join('\n'), says);
  });
}

test('a test may reach further than the code beside it', () => {
  const reach =
    "import { post } from '../finance/ledger/post-entry.server.ts';\nimport '@aangan/testkit/harness.ts';\n";
  assert.deepEqual(breachesOf({ 'areas/sop/sop.test.ts': reach }), []);
});
