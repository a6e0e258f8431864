import { refuse } from '@aangan/contract/refusal.ts';
import { handle, handleApart } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { istDay } from '@aangan/server/sql.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { routeOf, type ScreenRoute, screenRoutes } from '../menu/routes.server.ts';
import { grantPlace, personName } from '../place-words.server.ts';
import { effectWords, roleEffect } from '../role/role-delta.ts';
import { type AccessVerdict, accessContract, gateWords } from './access.contract.ts';
import { type CompiledUser, compileActor } from './compile-actor.server.ts';
import { type AccessAnswer, explainAccess } from './explain-access.server.ts';
import { networkRights, networkStamp, opensOperation } from './network-rights.server.ts';

interface Question {
  path?: string | undefined;
  module?: string | undefined;
  write: boolean;
  franchiseeId?: number | null | undefined;
}

export const explainTo = handle(accessContract.explain, async ({ db, input, now }) => {
  const user = ensureFound(await compileActor(db, input.userId, now));
  return answerOf(db, user, input);
});

export const explainOwn = handleApart(accessContract.explainOwn, (call) =>
  call.work(systemActor(), async (db) => {
    const user = ensureFound(await compileActor(db, userIdOf(call.actor), call.now));
    return answerOf(db, user, call.input);
  }),
);

/** Works the question out: a screen's gate (all of its lists), or one module. */
async function answerOf(db: Db, user: CompiledUser, question: Question): Promise<AccessVerdict> {
  const franchiseeId = question.franchiseeId ?? null;
  if (question.path !== undefined) {
    const route = routeOf(await screenRoutes(db), question.path);
    if (!route) throw refuse('input.invalid', { fields: { path: 'No screen has this address.' } });
    return explainRoute(user, route, franchiseeId);
  }
  const module = question.module ?? '';
  if (!user.rights.modules.has(module))
    throw refuse('input.invalid', { fields: { module: 'Choose a module of the list' } });
  const answer = explainAccess(user, { module, write: question.write, franchiseeId });
  const title = user.rights.modules.get(module)?.title ?? module;
  return wrap(answer, `${question.write ? 'Change' : 'Look at'} ${title}`);
}

const wrap = (answer: AccessAnswer, question: string): AccessVerdict => ({
  allowed: answer.allowed,
  verdict: answer.steps.at(-1)?.text ?? '',
  question,
  steps: answer.steps,
});

/** Every list of the gate must pass; inside a list any one module does (system.md Y10). */
function explainRoute(user: CompiledUser, route: ScreenRoute, franchiseeId: number | null): AccessVerdict {
  const question = `Open ${route.path}${route.write ? ', an editing screen' : ''}`;
  const lists = [route.modules, route.modulesAlso ?? []].filter((list) => list.length > 0);
  if (route.public || lists.length === 0) {
    const text = route.public
      ? 'Public: opened by its link, without sign-in.'
      : 'Everybody who is signed in may open it.';
    return { allowed: route.public || user.active, verdict: text, question, steps: [{ text, ok: true }] };
  }
  const answers = lists.map((list) => {
    const all = list.map((module) => explainAccess(user, { module, write: route.write, franchiseeId }));
    const passed = all.find((a) => a.allowed);
    // Of several refusals the one that came furthest says most.
    return (
      passed ??
      [...all].sort((a, b) => b.steps.filter((s) => s.ok).length - a.steps.filter((s) => s.ok).length)[0]
    );
  });
  const refused = answers.find((a) => a && !a.allowed);
  const steps = answers.flatMap((a) => a?.steps ?? []);
  return {
    allowed: refused === undefined,
    verdict: (refused ?? answers.at(-1))?.steps.at(-1)?.text ?? '',
    question,
    steps: refused ? (refused.steps as AccessVerdict['steps']) : steps,
  };
}

export interface MatrixOperation {
  name: string;
  area: string;
  summary: string;
  modules: string[];
  also: string | null;
  method: string;
  write: boolean;
  scope: string;
  stepUp: boolean;
  roles: number[];
  everyone: boolean;
}

/** Operations x roles from the catalogue of contracts and the rights the server decides by: one truth with the tests. */
export async function operationMatrix(db: Db) {
  const rights = await networkRights(db, await networkStamp(db));
  const roles = [...rights.roles.values()].sort((a, b) => a.position - b.position || a.id - b.id);
  const operations = await db.selectFrom('operation').selectAll().orderBy('area').orderBy('name').execute();
  return {
    roles,
    modules: [...rights.modules.values()],
    operations: operations.map((o): MatrixOperation => {
      const everyone = o.scope === 'anyone' || o.scope === 'link' || o.modules.some((m) => m.startsWith('@'));
      return {
        name: o.name,
        area: o.area,
        summary: o.summary,
        modules: o.modules,
        also: o.also,
        method: o.method,
        write: o.write,
        scope: o.scope,
        stepUp: o.step_up,
        everyone,
        roles: everyone ? [] : roles.filter((r) => opensOperation(r, o)).map((r) => r.id),
      };
    }),
  };
}

export const accessMatrixHandler = handle(accessContract.matrix, async ({ db }) => {
  const { roles, operations, modules } = await operationMatrix(db);
  return {
    roles: roles.map(({ id, role, description }) => ({ id, role, description })),
    operations,
    modules: modules.map(({ name, title, area }) => ({ name, title, area })),
  };
});

/** Rows of the exported matrix: one line an operation and role. */
export async function accessRows(db: Db): Promise<Record<string, string>[]> {
  const { roles, operations } = await operationMatrix(db);
  const names = new Map(roles.map((r) => [r.id, r.role]));
  return operations.map((o) => ({
    operation: o.name,
    summary: o.summary,
    modules: gateWords(o),
    right: o.write ? 'Edit' : 'View',
    scope: o.scope,
    roles: o.everyone ? 'everyone' : o.roles.map((id) => names.get(id) ?? String(id)).join(', '),
  }));
}

export const exportMatrix = handle(accessContract.matrixExport, ({ db, actor, input }) =>
  startExport(db, actor, {
    contract: 'access.export',
    title: 'Access matrix',
    input: {},
    format: input.format,
  }),
);

export const accessDiff = handle(accessContract.diffReport, async ({ db, input }) => {
  const { rows: changes } = await sql<{
    at: string;
    role_id: number;
    role: string;
    effect: unknown;
    by: string;
  }>`
    select coalesce(c.decided_at, c.created_at) as at, c.role_id, r.description as role, c.effect,
      ${personName('u')} as by
      from role_change c join role r on r.id = c.role_id join app_user u on u.id = coalesce(c.decided_by, c.proposed_by)
     where c.state = 'APPLIED' and (coalesce(c.decided_at, c.created_at) at time zone 'Asia/Kolkata')::date between ${input.from} and ${input.to}
     order by 1 desc limit 500`.execute(db);
  const { rows: grants } = await sql<{
    at: string;
    user: string;
    userId: string;
    role: string;
    gained: boolean;
    where: string;
    by: string | null;
  }>`with event as (
      select g.created_at as at, g.user_id, g.role_id, true as gained, g.scope, g.zone_id, g.franchisee_id, g.granted_by as by from user_role g
      union all select g.ended_at, g.user_id, g.role_id, false, g.scope, g.zone_id, g.franchisee_id, g.ended_by from user_role g where g.ended_at is not null)
    select e.at, ${personName('u')} as "user", u.id as "userId", r.description as role, e.gained,
      ${grantPlace('e')} as "where", ${personName('b')} as by
      from event e join app_user u on u.id = e.user_id join role r on r.id = e.role_id left join zone z on z.id = e.zone_id
      left join franchisee f on f.id = e.franchisee_id left join app_user b on b.id = e.by
     where ${istDay('e.at')} between ${input.from} and ${input.to} order by e.at desc limit 1000`.execute(db);
  return {
    roles: changes.map((c) => {
      const effect = roleEffect.parse(c.effect);
      return {
        at: c.at,
        roleId: c.role_id,
        role: c.role,
        words: effectWords(effect),
        people: effect.people.count,
        by: c.by,
      };
    }),
    grants,
  };
});
