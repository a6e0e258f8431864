import { refusals } from '@aangan/contract/refusal.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { holds, systemActor } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { compileActor } from '../access/compile-actor.server.ts';
import { systemModules } from '../system-modules.ts';
import { dashboardContract } from './dashboard.contract.ts';
import { dashboardsByRole } from './dashboards.queries.server.ts';

const refuse = refusals({ 'role.not-held': [403, 'You may see the dashboards of your own roles only.'] });

/** Roles one holds; every role for those who look after the system (system.md Y21). */
export const dashboardByRole = handleApart(dashboardContract.byRole, (call) =>
  call.work(systemActor(), async (db) => {
    const { roleId } = call.input;
    if (!holds(call.actor, systemModules.System, false)) {
      const user = await compileActor(db, userIdOf(call.actor), call.now);
      if (!user?.grants.some((g) => g.role.id === roleId)) throw refuse('role.not-held');
    }
    return (await dashboardsByRole(db, [roleId])).get(roleId) ?? [];
  }),
);
