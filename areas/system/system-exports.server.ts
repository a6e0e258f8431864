import type { Endpoint } from '@aangan/contract/endpoint.ts';
import type { ExportColumn, ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { accessContract } from './access/access.contract.ts';
import { accessRows } from './access/access.server.ts';
import { endPointContract } from './end-point/end-point.contract.ts';
import { endPointRows } from './end-point/end-point.queries.server.ts';
import { accessLogExport } from './journal/access-log.server.ts';
import { changeLogExport } from './journal/change-log.server.ts';
import { roleContract } from './role/role.contract.ts';
import { matrixRows } from './role/role-compare.server.ts';

type Input = Record<string, unknown>;

const text = (key: string, label: string): ExportColumn => ({ key, label, kind: 'text' });
const whole = (key: string, label: string): ExportColumn => ({ key, label, kind: 'integer' });

/** Small catalogues: one page holds all of them. */
const onePage = (
  endpoint: Endpoint,
  columns: readonly ExportColumn[],
  read: (db: Db, input: Input) => Promise<Record<string, unknown>[]>,
): ExportSource => ({
  endpoint,
  columns: () => columns,
  page: async (db, _actor, input) => ({ rows: await read(db, input), next: null }),
});

export const systemExports: Readonly<Record<string, ExportSource>> = {
  'change-log.export': changeLogExport,
  'access-log.export': accessLogExport,
  'role.export': onePage(
    roleContract.export,
    [
      text('role', 'Role'),
      text('description', 'Description'),
      text('area', 'Area'),
      text('module', 'Module'),
      text('title', 'Title'),
      text('right', 'Right'),
    ],
    (db, input) => matrixRows(db, input['q'] as string | undefined),
  ),
  'access.export': onePage(
    accessContract.matrixExport,
    [
      text('operation', 'Operation'),
      text('summary', 'What it does'),
      text('modules', 'Modules'),
      text('right', 'Right'),
      text('scope', 'Scope'),
      text('roles', 'Roles'),
    ],
    (db) => accessRows(db),
  ),
  'end-point.export': onePage(
    endPointContract.export,
    [
      text('area', 'Area'),
      text('module', 'Module'),
      text('title', 'Title'),
      text('method', 'Method'),
      text('origin', 'Origin'),
      text('roles', 'Roles'),
      whole('calls30', 'Calls in 30 days'),
      whole('contracts', 'Contracts'),
    ],
    (db, input) => endPointRows(db, input),
  ),
};

export const exportRoles = handle(roleContract.export, ({ db, actor, input: { format, ...input } }) =>
  startExport(db, actor, { contract: 'role.export', title: 'Roles and modules', input, format }),
);
