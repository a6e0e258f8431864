// Promise T1: every operation x person x place answers as the tables say. The expectation comes from permissions.csv and
// role-modules.csv (written from the designs) and from who the named people are; never from the code under test.
import { admissionsOf } from './admissions.ts';
import type { Answer, TestApp } from './app.ts';
import { inputSchemaOf, isOutside, sendInput } from './document-request.ts';
import type { IdPool } from './id-pool.ts';
import {
  type DocumentOperation,
  operationsOf,
  type PermissionRow,
  readRoleModules,
  type WalkedApp,
} from './operations.ts';
import { Dice } from './random.ts';
import { validValue } from './schema-values.ts';
import { ANDHERI, BANER, HEAD_OFFICE, type PersonName, people } from './world.ts';

/** Role of each person, by the name in role-modules.csv. `null`: nobody signed in. */
export const WALKERS: readonly { name: PersonName | null; roles: readonly string[] }[] = [
  { name: null, roles: [] },
  { name: 'Asha', roles: ['SUPER_ADMIN'] },
  { name: 'Kavi', roles: ['COMPANY_ADMIN'] },
  { name: 'Sahil', roles: ['SYSTEM'] },
  { name: 'Bina', roles: ['FRANCHISEE_USER_1'] },
  { name: 'Omkar', roles: ['COCO_USER_1'] },
  { name: 'Esha', roles: ['Councellor'] },
  { name: 'Bela', roles: ['BSKUSER'] },
  { name: 'Divya', roles: ['TEACHER'] },
  { name: 'Usha', roles: ['TEACHER'] },
  { name: 'Chetan', roles: ['FINANCE_ADMIN', 'FINANCE_DEPT'] },
  { name: 'Nitin', roles: ['FINANCE_DEPT'] },
  { name: 'Meera', roles: ['MARKETING_HEAD'] },
  { name: 'Harsh', roles: ['OPERATIONS'] },
  { name: 'Dev', roles: ['DELIVERY_CHALLAN'] },
  { name: 'Tara', roles: ['TICKET_ADMIN'] },
  { name: 'Farid', roles: ['ZONAL_MANAGER'] },
  { name: 'Charu', roles: ['FRANCHISEE_USER_1'] },
  { name: 'Gita', roles: ['PARENT'] },
  { name: 'Zoya', roles: [] },
];

/** The starred modules of system.md 12.1 and README §4 (36): closed to a teacher who is not approved yet. */
const NEEDS_APPROVAL = new Set([
  'student',
  'Attendance',
  'TeacherHomework',
  'GeneralDiary',
  'SubjectDiary',
  'ClassWork',
  'teacherLogbook',
  'GradeEntry',
  'TeacherRemark',
  'StudentHealthRemark',
  'onlineClass',
  'myClasses',
  'photogallaryList',
  'trainingByTrainers',
]);

export interface Place {
  readonly name: string;
  /** The chosen centre for this person; null = none. */
  centre(person: PersonName): number | null;
  /** Whose ids stand in the input. */
  ids(person: PersonName): number;
}

const homeOf = (person: PersonName): number => (people[person].at === BANER ? BANER : ANDHERI);
const foreignOf = (person: PersonName): number => (homeOf(person) === ANDHERI ? BANER : ANDHERI);

export const PLACES: readonly Place[] = [
  { name: 'own centre', centre: homeOf, ids: homeOf },
  { name: 'other centre', centre: foreignOf, ids: foreignOf },
  { name: 'no centre', centre: () => null, ids: homeOf },
  { name: 'head office', centre: () => HEAD_OFFICE, ids: homeOf },
  { name: 'foreign id in the input', centre: homeOf, ids: foreignOf },
  { name: 'own id under another centre', centre: foreignOf, ids: homeOf },
];

export type Verdict = 'signed-out' | 'foreign' | 'module' | 'centre-needed' | 'allowed' | 'public';

export interface Rights {
  readonly roleModules: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
}

/** What the tables say of one operation for one person with one chosen centre. */
export function expected(
  row: PermissionRow,
  walker: (typeof WALKERS)[number],
  centre: number | null,
  needsCentre: boolean,
  { roleModules }: Rights,
): Verdict {
  if (row.scope === 'anyone' || row.scope === 'link') return 'public';
  if (walker.name === null) return 'signed-out';
  const reach = reachOf(walker.name);
  if (centre !== null && !reach.includes(centre)) return 'foreign';
  const holds = (module: string): boolean => opens(walker, module, row.write, roleModules);
  if (!row.modules.some(holds) || (row.also !== null && !holds(row.also))) return 'module';
  if (row.network && people[walker.name].at !== 'NETWORK') return 'module';
  // Who reaches one centre only has it chosen.
  return needsCentre && centre === null && reach.length !== 1 ? 'centre-needed' : 'allowed';
}

function reachOf(name: PersonName): readonly number[] {
  const { at, roles } = people[name];
  if (roles.length === 0) return [];
  if (at === 'NETWORK') return [HEAD_OFFICE, ANDHERI, BANER];
  return at === 'ZONE' ? [ANDHERI, BANER] : [at];
}

function opens(
  walker: (typeof WALKERS)[number],
  module: string,
  write: boolean,
  roleModules: Rights['roleModules'],
): boolean {
  if (module === '@signed-in') return true;
  if (walker.roles.includes('SUPER_ADMIN')) return true;
  if (walker.name === 'Usha' && NEEDS_APPROVAL.has(module)) return false;
  return walker.roles.some((role) => {
    const mayChange = roleModules.get(role)?.get(module);
    return mayChange !== undefined && (!write || mayChange);
  });
}

/** What the answer says. */
export function verdictOf(answer: Pick<Answer, 'status'> & { code: string }): Verdict {
  const { status, code } = answer;
  if (status === 401) return 'signed-out';
  if (code === 'context.foreign') return 'foreign';
  if (code === 'module.missing') return 'module';
  return code === 'context.centre-needed' ? 'centre-needed' : 'allowed';
}

export interface MatrixResult {
  /** Questions to the runner's own admission. */
  admissions: number;
  /** Requests through HTTP. */
  checks: number;
  allowed: number;
  /** The endpoint was open or shut against the tables. */
  wrong: string[];
  /** An answer carried the id of a row of a centre that was not chosen. */
  leaks: string[];
  serverErrors: string[];
}

export interface MatrixInput {
  readonly app: WalkedApp;
  readonly permissions: readonly PermissionRow[];
  /** Ids by centre. */
  readonly ids: ReadonlyMap<number, IdPool>;
  /** Every id of rows of one centre alone, to find them in answers. */
  readonly marks: ReadonlyMap<number, ReadonlySet<string>>;
}

interface Target {
  readonly target: DocumentOperation;
  readonly row: PermissionRow;
  readonly number: number;
}

/**
 * Walks the matrix. Every operation x person x place is asked of the runner's own admission. Through HTTP goes every case
 * too when `whole`; else, for each operation, one of all people to whom the tables give the same in every place: everywhere
 * when it is allowed them anywhere, at one place when not.
 */
export async function walkMatrix(input: MatrixInput, whole: boolean): Promise<MatrixResult> {
  const result: MatrixResult = {
    admissions: 0,
    checks: 0,
    allowed: 0,
    wrong: [],
    leaks: [],
    serverErrors: [],
  };
  const rows = new Map(input.permissions.map((row) => [row.operation, row]));
  const targets = operationsOf(input.app.document).flatMap((target): Omit<Target, 'number'>[] => {
    const row = rows.get(target.operation.operationId);
    return row && target.operation['x-scope'] !== 'raw' ? [{ target, row }] : [];
  });
  const rights = { roleModules: readRoleModules() };
  const numbered = targets.map((each, number) => ({ ...each, number }));
  const sent = new Map(numbered.map((each) => [each.number, whole ? null : sampleOf(each, rights)]));
  for (const walker of WALKERS) {
    for (const [index, place] of PLACES.entries()) {
      if (walker.name === null && index > 0) continue;
      const caller =
        walker.name === null
          ? input.app.stranger
          : input.app.as(walker.name, { centre: place.centre(walker.name), steppedUp: true });
      const headers = await caller.headers();
      await askAdmission(input, { walker, place, headers, targets: numbered, rights }, result);
      for (const { target, row, number } of numbered) {
        const sample = sent.get(number);
        if (sample && !sample.has(`${walker.name} ${place.name}`)) continue;
        await check(
          input,
          { walker, place, headers, target, row, rights, seed: number * 1000 + index },
          result,
        );
      }
    }
  }
  return result;
}

/** The person and place of every request that an operation gets. */
function sampleOf({ target, row, number }: Target, rights: Rights): Set<string> {
  const needsCentre = target.operation['x-needs-centre'] === true;
  const groups = new Map<string, (typeof WALKERS)[number][]>();
  for (const walker of WALKERS) {
    const verdicts = PLACES.map(({ centre }) =>
      expected(row, walker, walker.name === null ? null : centre(walker.name), needsCentre, rights),
    );
    const key = `${walker.name === null} ${verdicts.join(' ')}`;
    groups.set(key, [...(groups.get(key) ?? []), walker]);
  }
  return new Set(
    [...groups].flatMap(([key, group]) => {
      // Another one for each operation, so that everybody has their turn.
      const name = group[number % group.length]?.name ?? null;
      const places = key.includes('allowed') ? PLACES : PLACES.slice(0, 1);
      return places.map((place) => `${name} ${place.name}`);
    }),
  );
}

async function askAdmission(
  { app }: MatrixInput,
  {
    walker,
    place,
    headers,
    targets,
    rights,
  }: Pick<Case, 'walker' | 'place' | 'headers' | 'rights'> & { targets: readonly Target[] },
  result: MatrixResult,
): Promise<void> {
  const ask = await admissionsOf(app, headers);
  const endpoints = new Map(app.endpoints.map(({ endpoint }) => [endpoint.name, endpoint]));
  const centre = walker.name === null ? null : place.centre(walker.name);
  for (const { target, row } of targets) {
    const endpoint = endpoints.get(target.operation.operationId);
    // The reach in the whole network is judged by the command.
    const want = expected({ ...row, network: false }, walker, centre, endpoint?.needsCentre === true, rights);
    if (want === 'public') continue;
    const answer = endpoint ? await ask(endpoint) : { status: 404, code: 'no such endpoint' };
    result.admissions += 1;
    const got = verdictOf(answer);
    if (got !== want)
      result.wrong.push(
        `${row.operation} as ${walker.name ?? 'nobody'}, ${place.name}: ${want} expected, the runner says ${got} ${answer.code}`,
      );
  }
}

interface Case {
  readonly walker: (typeof WALKERS)[number];
  readonly place: Place;
  readonly headers: Readonly<Record<string, string>>;
  readonly target: DocumentOperation;
  readonly row: PermissionRow;
  readonly rights: Rights;
  readonly seed: number;
}

async function check(input: MatrixInput, one: Case, result: MatrixResult): Promise<void> {
  const { walker, place, target, row } = one;
  const dice = new Dice(one.seed);
  const person = walker.name ?? 'Zoya';
  const centre = walker.name === null ? null : place.centre(walker.name);
  const ids = input.ids.get(place.ids(person));
  const name = target.operation.operationId;
  const value = validValue(inputSchemaOf(target), dice, {
    fill: 0.3,
    idFor: (property, schema) => ids?.idFor(name, property, schema, dice),
  }) as Record<string, unknown>;
  const answer = await sendInput(input.app.app, target, value, {
    ...one.headers,
    'if-match': '"1"',
    'idempotency-key': dice.uuid(),
  });
  result.checks += 1;
  const at = `${name} as ${walker.name ?? 'nobody'}, ${place.name}`;
  if (answer.status >= 500 && !isOutside(answer)) result.serverErrors.push(`${at}: ${answer.status}`);
  const want = expected(row, walker, centre, target.operation['x-needs-centre'] === true, one.rights);
  const code = answer.status >= 400 ? codeOf(answer.text) : '';
  const got = verdictOf({ status: answer.status, code });
  if (want === 'public') {
    // A public form may ask for a session of its own kind, but never for a module or a centre.
    if (got === 'module' || got === 'foreign') result.wrong.push(`${at}: public, but ${code}`);
    return;
  }
  // The input may name a centre or a year too; refusing a foreign one there is right.
  const namesContext =
    got === 'foreign' &&
    want !== 'module' &&
    Object.keys(value).some((key) => /franchisee|centre|academicYear/i.test(key));
  // Some operations need a centre only when the input names none.
  const wantsCentre = got === 'centre-needed' && want === 'allowed' && centre === null;
  // The reach is judged by the command itself, after its input was read: what it could not read it need not judge.
  const unread = want === 'module' && row.network && code === 'input.invalid';
  if (got !== want && !namesContext && !wantsCentre && !unread)
    result.wrong.push(`${at}: ${want} expected, ${answer.status} ${code} came`);
  if (got === 'allowed') result.allowed += 1;
  // What is for the whole network alone shows head office every centre's rows: that is what it is for.
  const isWholeList = row.network && centre === HEAD_OFFICE;
  if (answer.status === 200 && row.scope === 'centre' && centre !== null && !isWholeList)
    lookForForeign(
      input,
      { text: answer.text, own: name.endsWith('.create') ? value['id'] : undefined, centre, at },
      result,
    );
}

/** `own`: the id a client made for a new row; ids of two centres may be equal. */
function lookForForeign(
  input: MatrixInput,
  { text, own, centre, at }: { text: string; own: unknown; centre: number; at: string },
  result: MatrixResult,
): void {
  for (const [other, marks] of input.marks) {
    if (other === centre || other === HEAD_OFFICE) continue;
    for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g)) {
      if (marks.has(id) && id !== own) {
        result.leaks.push(`${at}: shows ${id} of centre ${other}`);
        return;
      }
    }
  }
}

function codeOf(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? '';
  } catch {
    return '';
  }
}

/** Every uuid of rows under row security, by centre: what may stand in answers for that centre only. */
export async function readMarks(
  app: TestApp,
  tables: readonly string[],
  centres: readonly number[],
): Promise<Map<number, Set<string>>> {
  const marks = new Map<number, Set<string>>(centres.map((centre) => [centre, new Set()]));
  for (const table of tables) {
    const rows = await app.sql<{ franchisee_id: number; id: string }>(
      `select franchisee_id, id::text from ${table} where franchisee_id = any ($1)`,
      [centres],
    );
    for (const row of rows) marks.get(row.franchisee_id)?.add(row.id);
  }
  return marks;
}
