// Documents of roles (system.md 6): the sheet of one role for the audit folder, and the matrix of all as a workbook.
import { formatDate, formatDateTime, todayIst } from '@aangan/contract/period.ts';
import { facts, heading, letterhead, paragraph, renderPdf, table } from '@aangan/server/documents/pdf.ts';
import type { ExportColumn } from '@aangan/server/endpoint/area-extras.ts';
import { type Call, handle } from '@aangan/server/endpoint/handle.ts';
import { toWorkbook } from '@aangan/server/files/sheet-writer.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { loadRoles, type RoleRights } from '../access/network-rights.server.ts';
import { keepMade } from '../made-file.server.ts';
import { screenRoutes } from '../menu/routes.server.ts';
import { roleContract } from './role.contract.ts';
import { effectWords, roleEffect } from './role-delta.ts';
import { peopleOf, rightOf, screensOf } from './role-effect.server.ts';
import { reachWords } from './role-words.ts';
import { inNetwork } from './submit-role-change.server.ts';

const words = { NONE: '', R: 'View', W: 'Edit' } as const;
const text = (key: string, label: string): ExportColumn => ({ key, label, kind: 'text' });

export const makeRoleSheet = handle(roleContract.sheet, async (call) => {
  const { db, input, now } = call;
  const roles = [...(await loadRoles(db, input.roleId)).values()];
  const [first] = roles;
  const title = input.roleId === null ? 'Roles' : `Role ${ensureFound(first).role}`;
  const content = await inNetwork(call, () =>
    input.format === 'pdf' ? pdfOf(call, ensureFound(first)) : workbookOf(db, roles, now),
  );
  return keepMade(call, {
    title: `${title} ${todayIst(now)}`,
    kind: 'role-sheet',
    format: input.format,
    content,
    contract: roleContract.sheet.name,
    subject: { kind: 'role', id: input.roleId === null ? null : String(input.roleId) },
    rows: roles.length,
    purpose: 'administration',
  });
});

const modulesOf = (db: Db) =>
  db
    .selectFrom('module')
    .select(['name', 'title', 'area'])
    .where('public_only', '=', false)
    .where('stale_since', 'is', null)
    .orderBy('area')
    .orderBy('title')
    .execute();

async function pdfOf(
  { db, actor, now }: Pick<Call<unknown>, 'db' | 'actor' | 'now'>,
  role: RoleRights,
): Promise<Buffer> {
  const modules = (await modulesOf(db)).filter((m) => rightOf(role, m.name) !== 'NONE');
  const screens = screensOf(await screenRoutes(db), role);
  const people = (await peopleOf(db, role.id, now)).rows;
  const codes = await db
    .selectFrom('approval_code')
    .select(['code', 'title'])
    .where('code', 'in', role.codes.length > 0 ? [...role.codes] : [''])
    .orderBy('title')
    .execute();
  return renderPdf({
    title: `Role ${role.role}`,
    header: `Role ${role.role}`,
    footer: `Made by ${actor.name} on ${formatDateTime(now)}`,
    content: [
      letterhead({ name: role.description, lines: [role.role], right: 'Role sheet' }),
      facts(
        [
          ['Scope', reachWords[role.reach] ?? role.reach],
          ['Session', role.sessionClass === 'GUARDED' ? 'Guarded' : 'Staff'],
          ['People', String(people.length)],
          ['Modules to look at', role.allModules ? 'All' : String(role.read.size)],
          ['Modules to change', role.allModules ? 'All' : String(role.write.size)],
          ['Screens', String(screens.length)],
        ],
        3,
      ),
      heading('Rights', 2),
      table({
        columns: [{ label: 'Area', width: 90 }, { label: 'Module' }, { label: 'Right', width: 60 }],
        rows: modules.map((m) => [m.area, m.title, words[rightOf(role, m.name)]]),
        empty: 'This role opens nothing.',
      }),
      heading('May decide', 2),
      codes.length > 0
        ? table({
            columns: [{ label: 'Approval' }, { label: 'Code', width: 200 }],
            rows: codes.map((c) => [c.title, c.code]),
          })
        : paragraph('No approval code comes with this role.', { quiet: true }),
      heading('People today', 2),
      table({
        columns: [{ label: 'Name' }, { label: 'Where' }, { label: 'Until', width: 70 }],
        rows: people.slice(0, 500).map((p) => [p.name, p.where, p.to ? formatDate(p.to) : 'open']),
        empty: 'Nobody holds it.',
      }),
      heading('Last changes', 2),
      table({
        columns: [{ label: 'When', width: 110 }, { label: 'What' }, { label: 'By', width: 130 }],
        rows: await lastChanges(db, role.id),
        empty: 'Not changed since it was made.',
      }),
    ],
  });
}

async function lastChanges(db: Db, roleId: number): Promise<string[][]> {
  const rows = await db
    .selectFrom('role_change as c')
    .innerJoin('app_user as p', 'p.id', 'c.proposed_by')
    .leftJoin('app_user as d', 'd.id', 'c.decided_by')
    .select([
      'c.effect',
      'c.created_at',
      'c.decided_at',
      'p.first_name as p1',
      'p.last_name as p2',
      'd.first_name as d1',
      'd.last_name as d2',
    ])
    .where('c.role_id', '=', roleId)
    .where('c.state', '=', 'APPLIED')
    .orderBy('c.created_at', 'desc')
    .limit(10)
    .execute();
  return rows.map((row) => [
    formatDateTime(new Date(row.decided_at ?? row.created_at)),
    effectWords(roleEffect.parse(row.effect)),
    `${row.p1} ${row.p2}${row.d1 === null ? '' : `, approved by ${row.d1} ${row.d2 ?? ''}`}`,
  ]);
}

/** Sheet 1 modules by role, sheet 2 screens by role, sheet 3 people by role. */
async function workbookOf(db: Db, roles: readonly RoleRights[], now: Date): Promise<Buffer> {
  const modules = await modulesOf(db);
  const routes = await screenRoutes(db);
  const one = roles.length === 1;
  const people: { role: string; name: string; where: string; to: string | null }[] = [];
  for (const role of roles)
    for (const person of (await peopleOf(db, role.id, now)).rows)
      people.push({ role: role.role, name: person.name, where: person.where, to: person.to });
  return toWorkbook([
    {
      name: 'Rights',
      columns: [
        text('area', 'Area'),
        text('module', 'Module'),
        text('title', 'Title'),
        ...roles.map((role) => text(`r${role.id}`, role.role)),
      ],
      rows: modules
        .map((m) => ({
          area: m.area,
          module: m.name,
          title: m.title,
          ...Object.fromEntries(roles.map((role) => [`r${role.id}`, letterOf(role, m.name)])),
        }))
        .filter((row) => !one || roles.some((role) => rightOf(role, row.module) !== 'NONE')),
    },
    {
      name: 'Screens',
      columns: [text('role', 'Role'), text('path', 'Screen')],
      rows: roles.flatMap((role) => screensOf(routes, role).map((path) => ({ role: role.role, path }))),
    },
    {
      name: 'People',
      columns: [
        text('role', 'Role'),
        text('name', 'Name'),
        text('where', 'Where'),
        { key: 'to', label: 'Until', kind: 'date' },
      ],
      rows: people,
    },
  ]);
}

const letterOf = (role: RoleRights, module: string): string => {
  const right = rightOf(role, module);
  return right === 'NONE' ? '' : right;
};
