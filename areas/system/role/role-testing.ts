import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { type PersonName, people } from '@aangan/testkit/world.ts';
import { roleContract } from './role.contract.ts';
import { type RoleDelta, roleDelta } from './role-delta.ts';

export const delta = (part: Partial<RoleDelta>): RoleDelta => roleDelta.parse(part);
export const fields = {
  description: 'A test role',
  reach: 'NETWORK' as const,
  sessionClass: 'STAFF' as const,
  needsProof: false,
  needsApproval: false,
  maxDays: null,
};

/** Rights are looked up anew each second; a fresh session looks at once. */
export const settled = () => sleep(1_050);

/** Makes, saves, gives and takes roles of a test, as its super admin; asked for when the server is there. */
export function roleTesting(server: () => { app: TestApp; asha: Caller }) {
  const versionOf = async (roleId: number): Promise<number> => {
    const [row] = await server().app.sql<{ version: number }>('select version from role where id = $1', [
      roleId,
    ]);
    return row?.version ?? 0;
  };
  const save = async (roleId: number, part: Partial<RoleDelta>, who = server().asha) =>
    who.call(
      roleContract.save,
      { roleId, delta: delta(part), reason: 'test' },
      { version: await versionOf(roleId) },
    );
  return {
    versionOf,
    save,
    makeRole: async (name: string, part: Partial<RoleDelta> = {}): Promise<number> => {
      const { roleId } = await server().asha.call(roleContract.create, { ...fields, role: name });
      await save(roleId, part);
      return roleId;
    },
    give: (name: PersonName, roleId: number) =>
      server().app.sql(
        `insert into user_role (user_id, role_id, scope, from_on) values ($1, $2, 'NETWORK', '2026-01-01')`,
        [people[name].id, roleId],
      ),
    take: (name: PersonName, roleId: number) =>
      server().app.sql('delete from user_role where user_id = $1 and role_id = $2', [
        people[name].id,
        roleId,
      ]),
  };
}
