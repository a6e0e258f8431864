import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { loadRoles } from '../access/network-rights.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import { SUPER_LEVEL } from '../system-modules.ts';
import { type ImportRow, readRoleImport } from './read-role-import.server.ts';
import { type ImportLine, roleContract } from './role.contract.ts';
import { ensureKnown, lockEditable } from './role-commands.server.ts';
import { isEmptyDelta, type Right, type RoleDelta, roleDelta } from './role-delta.ts';
import { rightOf } from './role-effect.server.ts';
import { submitRoleChange, tryRoleDelta } from './submit-role-change.server.ts';

interface Planned {
  roleId: number;
  role: string;
  description: string;
  version: number;
  needsApproval: boolean;
  delta: RoleDelta;
}

interface Plan {
  rows: number;
  roles: Planned[];
  warnings: ImportLine[];
  errors: ImportLine[];
}

/** What a file would make of its roles. Roles and modules that stand in no row stay as they are. */
async function planImport(db: Db, text: string): Promise<Plan> {
  const { rows, warnings, errors } = await readRoleImport(text);
  const known = await readCatalogue(db);
  const wanted = new Map<number, Map<string, Right>>();
  const centres = new Map<number, number>();
  for (const row of rows) {
    const problem = problemOf(row, known);
    if (problem) {
      errors.push({ row: row.row, ...problem });
      continue;
    }
    const roleId = known.roles.get(row.role)?.id ?? 0;
    const centre = known.centres.get(row.franchisee.toLowerCase());
    if (centre !== undefined && (centres.get(roleId) ?? centre) !== centre)
      errors.push({ row: row.row, field: 'franchisee', text: 'A role belongs to one centre' });
    if (centre !== undefined) centres.set(roleId, centre);
    const modules = wanted.get(roleId) ?? new Map<string, Right>();
    wanted.set(roleId, modules);
    // Several rows of one module add up, as pairs do.
    const right: Right = row.method === 'any' && row.writable ? 'W' : 'R';
    if (modules.get(row.module) !== 'W') modules.set(row.module, right);
  }
  const rights = await loadRoles(db);
  const roles = [...known.roles.values()].flatMap((role): Planned[] => {
    const modules = [...(wanted.get(role.id) ?? [])]
      .filter(([module, to]) => rightOf(rights.get(role.id), module) !== to)
      .map(([module, to]) => ({ module, to }));
    const centre = centres.get(role.id);
    const fields = centre === undefined || centre === role.franchisee_id ? {} : { franchiseeId: centre };
    const delta = roleDelta.parse({ fields, modules });
    if (isEmptyDelta(delta)) return [];
    const { id, role: name, description, version, needs_approval: needsApproval } = role;
    return [{ roleId: id, role: name, description, version, needsApproval, delta }];
  });
  if (rows.length === 0 && errors.length === 0)
    errors.push({ row: 1, field: 'file', text: 'There is no row' });
  return { rows: rows.length, roles, warnings, errors };
}

async function readCatalogue(db: Db) {
  const roles = await db
    .selectFrom('role')
    .select(['id', 'role', 'description', 'version', 'needs_approval', 'all_modules', 'franchisee_id'])
    .where('active', '=', true)
    .orderBy('position')
    .execute();
  const pairs = await db
    .selectFrom('system_end_point as e')
    .innerJoin('module as m', 'm.name', 'e.module')
    .select(['e.module', 'e.method'])
    .where('e.active', '=', true)
    .where('m.public_only', '=', false)
    .where('m.stale_since', 'is', null)
    .execute();
  const centres = await db.selectFrom('franchisee').select(['id', 'company_name']).execute();
  return {
    roles: new Map(roles.map((row) => [row.role, row])),
    /** By number and by name. */
    centres: new Map(
      centres.flatMap(({ id, company_name }) => [
        [String(id), id] as const,
        [company_name.trim().toLowerCase(), id] as const,
      ]),
    ),
    modules: new Set(pairs.map((pair) => pair.module)),
    pairs: new Set(pairs.map((pair) => `${pair.module} ${pair.method}`)),
  };
}

type Catalogue = Awaited<ReturnType<typeof readCatalogue>>;

function problemOf(row: ImportRow, known: Catalogue): { field: string; text: string } | null {
  const short = (text: string) => `'${text.slice(0, 40)}'`;
  const role = known.roles.get(row.role);
  if (!role) return { field: 'role', text: `There is no role ${short(row.role)}` };
  if (role.all_modules) return { field: 'role', text: 'This role is part of the product and stays as it is' };
  if (!known.modules.has(row.module))
    return { field: 'module', text: `There is no module ${short(row.module)}` };
  if (row.module === SUPER_LEVEL) return { field: 'module', text: 'Level 1 belongs to super admins alone' };
  if (!['GET', 'any'].includes(row.method) || !known.pairs.has(`${row.module} ${row.method}`))
    return { field: 'method', text: `${short(row.method)} is not known here. Use GET or any` };
  if (row.franchisee !== '' && !known.centres.has(row.franchisee.toLowerCase()))
    return { field: 'franchisee', text: `There is no centre ${short(row.franchisee)}` };
  return null;
}

export const checkRoleImport = handle(roleContract.importCheck, async ({ db, actor, input, now }) => {
  const plan = await planImport(db, input.text);
  const roles = [];
  if (plan.errors.length === 0)
    for (const { delta, needsApproval, ...role } of plan.roles) {
      const { effect } = await tryRoleDelta(
        { db, actor, now },
        { id: role.roleId, needsApproval },
        delta,
        false,
      );
      roles.push({ ...role, effect });
    }
  const sorted = (lines: ImportLine[]) => lines.toSorted((a, b) => a.row - b.row).slice(0, 500);
  return { rows: plan.rows, roles, warnings: sorted(plan.warnings), errors: sorted(plan.errors) };
});

export const commitRoleImport = handle(roleContract.importCommit, async ({ db, actor, input, now }) => {
  const plan = await planImport(db, input.text);
  if (plan.errors.length > 0)
    throw refuseSystem('role.import-errors', {
      details: { n: new Set(plan.errors.map((line) => line.row)).size },
      fields: Object.fromEntries(
        plan.errors.slice(0, 50).map((line) => [`row ${line.row} ${line.field}`, line.text]),
      ),
    });
  const shown = new Map(input.versions.map(({ roleId, version }) => [roleId, version]));
  const done = { applied: 0, waiting: 0 };
  for (const { roleId, delta } of plan.roles) {
    const version = shown.get(roleId);
    ensureFresh(version === undefined ? 0 : 1);
    await ensureKnown(db, delta);
    const role = await lockEditable(db, roleId, version ?? 0);
    const outcome = await submitRoleChange({ db, actor, now }, role, delta, input.reason ?? null);
    if (outcome.state === 'PENDING') done.waiting += 1;
    else done.applied += 1;
  }
  return done;
});
