import { servedReports } from '@aangan/server/report/report-registry.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';

interface Person {
  readonly id: string;
  readonly name: string;
}

export interface Recipients {
  /** Everybody it is for, by name. */
  readonly people: readonly Person[];
  /** Those of them who may read the report somewhere; their file holds what they may see. */
  readonly mayRead: ReadonlySet<string>;
}

const moduleOf = (report: string): string => {
  const found = servedReports().find((one) => one.report.name === report)?.report.module;
  return typeof found === 'string' ? found : (found?.[0] ?? '');
};

/** The people of a schedule as of now: those who left or lost a role are no longer among them. */
export async function recipientsOf(
  db: Db,
  of: {
    readonly franchiseeId: number;
    readonly report: string;
    readonly userIds: readonly string[];
    readonly roleIds: readonly number[];
  },
): Promise<Recipients> {
  const place = of.franchiseeId === HEAD_OFFICE ? {} : { franchiseeIds: [of.franchiseeId] };
  const { rows: chosen } = await sql<Person>`
    select u.id, ${personName('u')} as name from app_user u where u.id = any (${[...of.userIds]}::uuid[]) and u.state = 'ACTIVE'`.execute(
    db,
  );
  const byId = new Map(chosen.map((one) => [one.id, one]));
  for (const roleId of of.roleIds)
    for (const one of await usersWith(db, { roleId, ...place })) byId.set(one.id, one);
  const people = [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const readers = await usersWith(db, {
    module: moduleOf(of.report),
    userIds: people.map(({ id }) => id),
  });
  return { people, mayRead: new Set(readers.map(({ id }) => id)) };
}
