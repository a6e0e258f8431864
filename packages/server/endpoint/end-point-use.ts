// How often each right is used, by the hour, and by each role, by the day, without people: for 'never used' and 'last
// used' of the end point and role screens. And the last day alone of each person's use, for the access review.
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { type Actor, systemActor } from '../work/actor.ts';
import { inUnitOfWork } from '../work/unit-of-work.ts';

interface Counter {
  calls: Map<string, number>;
  /** By role: `role module method day`. */
  roles: Map<string, number>;
  /** Day of the last use by `user module`. */
  people: Map<string, string>;
  writtenAt: number;
}

const counters = new WeakMap<Database, Counter>();
const WRITE_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Counts one admitted call in memory; once a minute what was counted is written, beside the request and not in it. */
export function noteUse(database: Database, endpoint: Endpoint, actor: Actor, now: Date): void {
  if (actor.kind !== 'user') return;
  const counter = counters.get(database) ?? {
    calls: new Map<string, number>(),
    roles: new Map<string, number>(),
    people: new Map<string, string>(),
    writtenAt: now.getTime(),
  };
  counters.set(database, counter);
  const method = endpoint.kind === 'query' || endpoint.name.endsWith('.export') ? 'GET' : 'POST';
  const module = [endpoint.module].flat().find((name) => actor.allModules || actor.modules.has(name));
  if (module === undefined || module.startsWith('@')) return;
  const day = todayIst(now);
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const key = `${module} ${method} ${hour}`;
  counter.calls.set(key, (counter.calls.get(key) ?? 0) + 1);
  // Which of several roles allowed it is not known here: each counts, and only what a role holds is ever shown.
  for (const role of actor.roleIds) {
    const used = `${role} ${module} ${method} ${day}`;
    counter.roles.set(used, (counter.roles.get(used) ?? 0) + 1);
  }
  // What somebody only looks at with another's eyes is no use of the other's rights.
  if (actor.viewedBy === undefined) counter.people.set(`${actor.userId} ${module}`, day);
  if (now.getTime() - counter.writtenAt < WRITE_EVERY_MS) return;
  counter.writtenAt = now.getTime();
  void flushUse(database).catch(() => undefined); // counters are no reason to fail anything
}

/** Writes what was counted and not written yet. */
export async function flushUse(database: Database): Promise<void> {
  const counter = counters.get(database);
  if (!counter || counter.calls.size === 0) return;
  const rows = [...counter.calls].map(([key, calls]) => {
    const [module = '', method = '', hour = '0'] = key.split(' ');
    return { module, method, hour: new Date(Number(hour)).toISOString(), calls };
  });
  const roles = [...counter.roles].map(([key, calls]) => {
    const [role = '0', module = '', method = '', day = ''] = key.split(' ');
    return { role_id: Number(role), module, method, day, calls };
  });
  const people = [...counter.people].map(([key, used_on]) => {
    const [user_id = '', module = ''] = key.split(' ');
    return { user_id, module, used_on };
  });
  counter.calls = new Map();
  counter.roles = new Map();
  counter.people = new Map();
  await inUnitOfWork(database, systemActor(), { command: 'end-point.use' }, async (db) => {
    await sql`insert into end_point_use (module, method, hour, calls)
      select module, method, hour, calls from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (module text, method text, hour timestamptz, calls int)
      on conflict (module, method, hour) do update set calls = end_point_use.calls + excluded.calls`.execute(
      db,
    );
    await sql`insert into role_use (role_id, module, method, day, calls)
      select u.* from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as u (role_id int, module text, method text, day date, calls int)
        join role r on r.id = u.role_id
      on conflict (role_id, module, method, day) do update set calls = role_use.calls + excluded.calls`.execute(
      db,
    );
    // In one order, so that two processes never wait for each other.
    await sql`insert into person_use (user_id, module, used_on)
      select p.* from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (user_id uuid, module text, used_on date)
        join app_user u on u.id = p.user_id order by p.user_id, p.module
      on conflict (user_id, module) do update set used_on = excluded.used_on where person_use.used_on < excluded.used_on`.execute(
      db,
    );
  });
}
