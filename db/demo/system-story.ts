// What those who look after the system find: a change of a role that waits, a menu item made here, nights of jobs with
// one that broke off, rights that nobody used, an emergency right that waits for its review, and an access review that is
// two thirds done.
import { putIntoMenu } from '@aangan/areas/system/dynamic-module/put-into-menu.server.ts';
import { syncCatalogue } from '@aangan/areas/system/public.server.ts';
import { openReview } from '@aangan/areas/system/review/open-review.server.ts';
import { tellReviewers } from '@aangan/areas/system/review/tell-review.server.ts';
import { roleDelta } from '@aangan/areas/system/role/role-delta.ts';
import { submitRoleChange } from '@aangan/areas/system/role/submit-role-change.server.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { type Actor, systemActor } from '@aangan/server/actor.ts';
import { jobsOf } from '@aangan/server/area-registry.ts';
import type { JobDeclaration } from '@aangan/server/background.ts';
import { nextSlot, parseCron } from '@aangan/server/cron.ts';
import type { Database } from '@aangan/server/database.ts';
import { syncJobs } from '@aangan/server/job-runs.ts';
import type { Client } from 'pg';
import { headOffice, systemTeam } from './people.ts';
import { work } from './product.ts';
import { demoUuid, rngOf } from './random.ts';
import { asOwner, insertRows, type Row } from './rows.ts';

const FINANCE_DEPT = 19;
const COUNSELLOR = 9;
const ENQUIRIES_BOARD = 3;

const network = (person: { id: string; firstName: string; lastName: string }): Actor => ({
  ...systemActor(),
  kind: 'user',
  userId: person.id,
  name: `${person.firstName} ${person.lastName}`,
  allModules: true,
});

/** Writes the story of the system area. The same day gives the same rows, from 06:00 on. */
export async function writeSystemStory(client: Client, database: Database, today: Day): Promise<void> {
  // Loaded here: the areas come with the whole product, which only this part of the seed needs.
  const { areaServers } = await import('../../apps/api/areas.ts');
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
    await writeNights(client, jobs, today);
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

const DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Of jobs that come all day only the last runs are told: a month of them would be the largest table of the demo. */
const FREQUENT_RUNS = 12;
const BROKEN = 'system.menu-check';
const WITH_FAILURES = 'network.agreement-and-paper-alerts';
/** One night the server was down from two to five. */
const DARK_NIGHT = 9;

function slotsOf(schedule: string, from: number, until: number): number[] {
  const parsed = parseCron(schedule);
  const slots: number[] = [];
  for (
    let at = nextSlot(parsed, new Date(from)).getTime();
    at < until;
    at = nextSlot(parsed, new Date(at)).getTime()
  )
    slots.push(at);
  return slots;
}

async function writeNights(client: Client, jobs: readonly JobDeclaration[], today: Day): Promise<void> {
  // Nothing after now: a run of the future would look like a wonder.
  const morning = Math.min(Date.now(), Date.parse(`${today}T06:00:00+05:30`));
  const rows: Row[] = [];
  for (const job of jobs) {
    if (job.schedule === null || job.schedule.trim().split(/\s+/).length > 5) continue;
    const often = /^\*/.test(job.schedule);
    const from = morning - (often ? DAY_MS / 12 : DAYS * DAY_MS);
    const slots = slotsOf(job.schedule, from, morning).slice(often ? -FREQUENT_RUNS : -200);
    const rng = rngOf(`cron|${job.name}`);
    const usual = job.timeoutS > 300 ? rng.int(180, 2_400) : rng.int(0, 60);
    const dark = Date.parse(`${addDays(today, -DARK_NIGHT)}T02:00:00+05:30`);
    for (const slot of slots)
      rows.push(runOf(job, slot, { usual, rng, newest: slot === slots.at(-1), dark: slot - dark }));
  }
  await insertRows(client, 'cron_run', rows);
  const broken = rows.filter((row) => row['state'] === 'INTERRUPTED' || row['error'] === 'missed');
  await insertRows(
    client,
    'cron_alert',
    broken.map((row) => alertOf(row, jobs)),
  );
}

function runOf(
  job: JobDeclaration,
  slot: number,
  {
    usual,
    rng,
    newest,
    dark,
  }: {
    usual: number;
    rng: ReturnType<typeof rngOf>;
    newest: boolean /** ms since the lights went out */;
    dark: number;
  },
): Row {
  const iso = (ms: number) => new Date(ms).toISOString();
  const base = {
    id: demoUuid('cron-run', job.name, slot),
    job: job.name,
    planned_at: iso(slot),
    trigger: dark >= 0 && dark < 3 * HOUR_MS && job.onMiss === 'RUN_ONCE' ? 'CATCH_UP' : 'SCHEDULE',
    attempt: 1,
  };
  const took = rng.int(200, Math.min(job.timeoutS * 300, 90_000));
  const isDark = dark >= 0 && dark < 3 * HOUR_MS;
  const wait = isDark ? 3 * HOUR_MS - dark + 600_000 : rng.int(300, 2_400);
  if (isDark && job.onMiss === 'SKIP')
    return {
      ...base,
      state: 'NOT_STARTED',
      started_at: null,
      finished_at: null,
      ok: 0,
      failed: 0,
      log: null,
      error: 'missed',
    };
  if (job.name === BROKEN && newest)
    return {
      ...base,
      state: 'INTERRUPTED',
      started_at: iso(slot + wait),
      finished_at: iso(slot + 120_000),
      ok: 0,
      failed: 0,
      log: null,
      error: 'No sign of life for 90 seconds',
    };
  const failed = job.name === WITH_FAILURES && newest ? 3 : 0;
  return {
    ...base,
    state: 'COMPLETED',
    started_at: iso(slot + wait),
    finished_at: iso(slot + wait + took),
    ok: Math.max(0, usual + rng.int(-Math.ceil(usual / 8), Math.ceil(usual / 8))),
    failed,
    log: failed > 0 ? '3 centres have no e-mail address to tell' : null,
    error: null,
  };
}

function alertOf(row: Row, jobs: readonly JobDeclaration[]): Row {
  const title = jobs.find((job) => job.name === row['job'])?.title ?? String(row['job']);
  const missed = row['error'] === 'missed';
  const at = new Date(String(row['planned_at']));
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Asia/Kolkata',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
  }).format(at);
  return {
    id: demoUuid('cron-alert', String(row['id'])),
    job: row['job'],
    kind: missed ? 'MISSED' : 'INTERRUPTED',
    planned_at: row['planned_at'],
    run_id: row['id'],
    text: missed
      ? `Job ${title} missed its slot at ${time}.`
      : `Job ${title} was interrupted at ${time}: ${String(row['error'])}`,
    seen_at: missed ? new Date(at.getTime() + 14_400_000).toISOString() : null,
    seen_by: missed ? systemTeam.system.id : null,
    created_at: new Date(at.getTime() + 300_000).toISOString(),
  };
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

async function writeEmergencies(client: Client, today: Day): Promise<void> {
  const { superadmin } = headOffice;
  const { superadmin2, system } = systemTeam;
  const right = (key: string, day: Day, times: { taken: string; ended: string }, rest: Row): Row => {
    const taken = new Date(`${day}T${times.taken}:00+05:30`).getTime();
    return {
      id: demoUuid('emergency', key),
      user_id: system.id,
      franchisee_id: null,
      taken_at: new Date(taken).toISOString(),
      until_at: new Date(taken + 3_600_000).toISOString(),
      ended_at: new Date(`${day}T${times.ended}:00+05:30`).toISOString(),
      told_first: superadmin.id,
      told_second: superadmin2.id,
      review_due_at: new Date(taken + 2 * DAY_MS).toISOString(),
      reviewed_by: null,
      reviewed_at: null,
      finding: null,
      review_note: null,
      ...rest,
    };
  };
  await insertRows(client, 'emergency_right', [
    right(
      'settlement',
      addDays(today, -1),
      { taken: '18:35', ended: '18:52' },
      {
        role_id: FINANCE_DEPT,
        reason:
          'UPI payments of Andheri wait for approval, parents stand at the desk, and Nitin cannot be reached.',
      },
    ),
    right(
      'head',
      addDays(today, -19),
      { taken: '08:10', ended: '08:41' },
      {
        role_id: 7,
        franchisee_id: 3,
        reason:
          'The head of Baner is in hospital; two children had to be moved to another class before the day began.',
        reviewed_by: superadmin.id,
        reviewed_at: new Date(`${addDays(today, -19)}T12:15:00+05:30`).toISOString(),
        finding: 'IN_ORDER',
        review_note: 'Both moves were asked for by the zone manager in writing. Nothing else was touched.',
      },
    ),
  ]);
  await writeActs(client, today);
}

/** What was done under the right that waits for its review: three payments approved, two looked up. */
async function writeActs(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from payment where franchisee_id = 2 and status = 'CONFIRMED' order by created_at desc, id limit 3`,
  );
  const right = demoUuid('emergency', 'settlement');
  const at = (n: number) => `${addDays(today, -1)}T18:${38 + 3 * n}:10+05:30`;
  await insertRows(
    client,
    'record_change',
    rows.map(({ id }, n) => ({
      at: at(n),
      franchisee_id: 2,
      actor: systemTeam.system.id,
      command: `payment.approve emergency:${right}`,
      table_name: 'payment',
      op: 'U',
      row_key: id,
      diff: { status: ['APPROVAL_WAITING', 'CONFIRMED'] },
    })),
  );
  await insertRows(
    client,
    'access_log',
    rows.slice(0, 2).map(({ id }, n) => ({
      at: `${addDays(today, -1)}T18:${37 + 3 * n}:40+05:30`,
      franchisee_id: 2,
      user_id: systemTeam.system.id,
      role_id: FINANCE_DEPT,
      action: 'READ',
      contract: 'payment.approval-details',
      subject_kind: 'payment',
      subject_id: id,
      n: 1,
      purpose: 'approval',
      reason: `emergency:${right}`,
    })),
  );
}

/** Everybody at a centre reports to its head, heads to the company's admins. */
async function writeReports(client: Client): Promise<void> {
  await client.query(
    `update app_user u set reports_to = h.user_id from (select distinct on (franchisee_id) franchisee_id, user_id from user_role where role_id in (5, 6) and ended_at is null order by franchisee_id, role_id, user_id) h
      where u.franchisee_id = h.franchisee_id and u.kind = 'STAFF' and u.id <> h.user_id and u.franchisee_id <> 1`,
  );
}

const REVIEW_DAYS = 19;

/** A review that began 19 days ago: most roles are kept, the others wait for a word. */
async function writeReview(client: Client, database: Database, today: Day): Promise<void> {
  const began = addDays(today, -REVIEW_DAYS);
  await work(database, systemActor(), 'access-review', async (db) => {
    const { id } = await openReview(db, began);
    await tellReviewers(db, { id, round: 1, today: began });
    await tellReviewers(db, { id, round: 2, today: addDays(began, 15) });
    await db.updateTable('access_review').set({ told: 2 }).where('id', '=', id).execute();
  });
  await asOwner(client, async () => {
    await client.query(
      `insert into person_use (user_id, module, used_on)
       select distinct on (g.user_id, e.module) g.user_id, e.module, $1::date - case when substr(h, 1, 1) > 'd' then 91 + ('x' || substr(h, 2, 1))::bit(4)::int * 6 else ('x' || substr(h, 2, 1))::bit(4)::int % 6 end
         from user_role g join role_end_point p on p.role_id = g.role_id join system_end_point e on e.id = p.end_point_id and e.module !~ '^(level_|dyn_)', md5(g.user_id::text) h
        where g.ended_at is null and substr(h, 1, 1) > '0' and substr(md5(g.user_id || e.module), 1, 1) > '5' order by g.user_id, e.module
       on conflict do nothing`,
      [today],
    );
    await client.query(
      `update access_review_item i set decision = 'KEEP', decided_by = d.by, decided_at = ($1::date + ('x' || substr(d.h, 3, 1))::bit(4)::int)::timestamp at time zone 'Asia/Kolkata' + interval '10 hours' + ('x' || substr(d.h, 4, 2))::bit(8)::int * interval '1 minute',
          last_used_on = d.used_on, last_used_module = d.module
         from (select o.id, coalesce(o.reviewer_id, $2::uuid) as by, md5(o.user_id || ':' || o.role_id) as h, u.used_on, u.module from access_review_item o left join lateral (
           select x.used_on, x.module from person_use x join system_end_point e on e.module = x.module join role_end_point p on p.end_point_id = e.id and p.role_id = o.role_id
            where x.user_id = o.user_id order by x.used_on desc, x.module limit 1) u on true) d
        where d.id = i.id and d.by <> i.user_id and substr(d.h, 1, 1) < 'a'`,
      [began, headOffice.superadmin.id],
    );
    await client.query(
      `update notice set created_at = ($1::date + case when dedupe_key like '%:2' then 15 else 0 end)::timestamp at time zone 'Asia/Kolkata' + interval '6 hours 20 minutes' where kind = 'system.access-review'`,
      [began],
    );
  });
}
