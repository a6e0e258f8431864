// What those who look after the system find: a change of a role that waits, a menu item made here, nights of jobs with
// one that broke off, rights that nobody used, an emergency right that waits for its review, and an access review that is
// two thirds done.
import { putIntoMenu } from '@aangan/areas/system/dynamic-module/put-into-menu.server.ts';
import { syncCatalogue } from '@aangan/areas/system/public.server.ts';
import { roleDelta } from '@aangan/areas/system/role/role-delta.ts';
import { submitRoleChange } from '@aangan/areas/system/role/submit-role-change.server.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { syncJobs } from '@aangan/server/background/job-runs.ts';
import { jobsOf } from '@aangan/server/endpoint/area-registry.ts';
import type { AreaServer } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { type NarrowedActor, systemActor } from '@aangan/server/work/actor.ts';
import type { Client } from 'pg';
import type { Clock } from '../../../db/demo/moment.ts';
import { systemTeam } from '../../../db/demo/people.ts';
import { work } from '../../../db/demo/product.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { asOwner, insertRows } from '../../../db/demo/rows.ts';
import { writeEmergencies } from './system-emergencies.ts';
import { writeNights } from './system-nights.ts';
import { writeReview } from './system-review.ts';

const FINANCE_DEPT = 19;
const COUNSELLOR = 9;
const ENQUIRIES_BOARD = 3;

const network = (person: { id: string; firstName: string; lastName: string }): NarrowedActor => ({
  ...systemActor(),
  kind: 'user',
  userId: person.id,
  name: `${person.firstName} ${person.lastName}`,
  allModules: true,
});

/** Writes the story of the system area. */
export async function writeSystemStory(
  client: Client,
  database: Database,
  clock: Clock,
  areaServers: readonly AreaServer[],
): Promise<void> {
  const { today } = clock;
  const jobs = jobsOf(areaServers);
  await work(database, systemActor(), 'catalogue', async (db) => {
    await syncCatalogue(
      db,
      areaServers.map((server) => server.area),
    );
    await syncJobs(db, jobs, new Date());
  });
  await asOwner(client, () => writeDynamicModules(client, today));
  await work(database, network(systemTeam.superadmin2), 'role-change', (db) => proposeChange({ db, today }));
  await work(database, systemActor(), 'menu', (db) => putIntoMenu(db, demoUuid('dynamic', 'camp')));
  await asOwner(client, async () => {
    await writeNights(client, jobs, clock);
    await writeUse(client, today);
    await writeCalls(client);
    await writeEmergencies(client, today);
    await writeReports(client);
    // People came when their roles began, not at the moment of seeding: else all of them would have 'gained' them today.
    await client.query('update user_role set created_at = from_on, updated_at = from_on');
    // The proposal was made yesterday afternoon, not at the moment of seeding.
    const at = `${addDays(today, -1)}T16:40:00+05:30`;
    await client.query(`update role_change set created_at = $1, updated_at = $1`, [at]);
    await client.query(`update notice set created_at = $1 where kind = 'system.role-change'`, [at]);
  });
  await writeReview(client, database, today);
}

type Db = Parameters<typeof putIntoMenu>[0];

async function proposeChange({ db, today }: { db: Db; today: Day }): Promise<void> {
  const role = await db
    .selectFrom('role')
    .select(['id', 'version', 'needs_approval'])
    .where('id', '=', FINANCE_DEPT)
    .executeTakeFirstOrThrow();
  const actor = network(systemTeam.superadmin2);
  await submitRoleChange(
    { db, actor, now: new Date(`${addDays(today, -1)}T16:40:00+05:30`) },
    { id: role.id, version: role.version, needsApproval: role.needs_approval },
    roleDelta.parse({
      modules: [
        { module: 'AddTransaction', to: 'W' },
        { module: 'parentsAppStatus', to: 'R' },
      ],
    }),
    'Nitin writes the credit notes of the half-year while Chetan is on leave; the maker still needs a second person.',
  );
}

async function writeDynamicModules(client: Client, today: Day): Promise<void> {
  await insertRows(client, 'dynamic_module', [
    {
      unique_id: demoUuid('dynamic', 'camp'),
      name: 'dyn_walk_ins_to_call',
      kind: 'SCREEN',
      target: { address: '/forms/enquiry/list?stage=Yet_to_call' },
      valid_from: addDays(today, -20),
      valid_to: null,
      state: 'LIVE',
      dashboard_id: ENQUIRIES_BOARD,
      group_label: 'Follow-up',
      label: 'Yet to call',
      page_text: null,
      role_ids: [COUNSELLOR],
    },
    {
      unique_id: demoUuid('dynamic', 'page'),
      name: 'dyn_winter_camp',
      kind: 'PAGE',
      target: {},
      valid_from: null,
      valid_to: null,
      state: 'DRAFT',
      dashboard_id: ENQUIRIES_BOARD,
      group_label: 'Enquiry',
      label: 'Winter camp: what to say',
      page_text:
        '# Winter camp\n- 22 December to 2 January, 09:30 AM to 12:30 PM\n- Children of 3 to 6 years, also from outside\n- Ask for allergies before you take a seat\nThe fee stands in the fee plan of the centre.',
      role_ids: [COUNSELLOR],
    },
  ]);
}

// Three of sixteen rights of a held role were never used, the others each week; which ones hangs on their names alone.
async function writeUse(client: Client, today: Day): Promise<void> {
  await client.query(
    `insert into role_use (role_id, module, method, day, calls)
     select p.role_id, e.module, case when e.method = 'GET' then 'GET' else m.method end, $1::date - 7 * w - ('x' || substr(h, 3, 1))::bit(4)::int % 5, 1 + ('x' || substr(h, 4, 2))::bit(8)::int
       from role_end_point p join system_end_point e on e.id = p.end_point_id, md5(p.role_id || e.module) h, generate_series(0, 14) w, (values ('GET'), ('POST')) m (method)
      where exists (select from user_role g where g.role_id = p.role_id) and substr(h, 1, 1) > '2' and e.module !~ '^(level_|dyn_)'
        and (m.method = 'GET' or (e.method = 'any' and substr(h, 2, 1) > '7'))
     on conflict do nothing`,
    [today],
  );
}

/** The same calls, counted by pair and hour for the end points. */
async function writeCalls(client: Client): Promise<void> {
  await client.query(
    `insert into end_point_use (module, method, hour, calls)
     select module, method, least(day::timestamp at time zone 'Asia/Kolkata' + interval '10 hours 30 minutes', date_trunc('hour', now())), sum(calls)::int from role_use group by module, method, day on conflict do nothing`,
  );
}

/** Everybody at a centre reports to its head, heads to the company's admins. */
async function writeReports(client: Client): Promise<void> {
  await client.query(
    `update app_user u set reports_to = h.user_id from (select distinct on (franchisee_id) franchisee_id, user_id from user_role where role_id in (5, 6) and ended_at is null order by franchisee_id, role_id, user_id) h
      where u.franchisee_id = h.franchisee_id and u.kind = 'STAFF' and u.id <> h.user_id and u.franchisee_id <> 1`,
  );
}
