// Who got which lead and why: rules of Andheri, Baner and the network, a counsellor's work shared out, a cover for tomorrow,
// and how soon families were answered.
import { eventsOf } from '@aangan/areas/enquiries/sla/first-answer-events.ts';
import { addDays, type Day, formatDate, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { addWorking, type WorkingCalendar, workingSeconds } from '@aangan/contract/working-time.ts';
import type { Client } from 'pg';
import { type Clock, istText, soFar } from '../../../db/demo/moment.ts';
import { moreCounsellors, teamAt, teams } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import type { DemoEnquiry } from './enquiry-story.ts';

const HOURS = [['09:30', '18:30']] as const;
const DESK: WorkingCalendar = {
  always: false,
  windows: { MON: HOURS, TUE: HOURS, WED: HOURS, THU: HOURS, FRI: HOURS, SAT: HOURS },
  days: {},
};
const TARGET_S = 900;
const HEAD_OFFICE = 1;

/** When a family that wrote was called first: mostly in time, some late, a few very late. */
export function firstCallAt(e: DemoEnquiry, today: Day): string {
  const rng = rngOf(`first answer ${e.id}`);
  const speed = rng.weighted({ soon: 74, late: 19, slow: 7 });
  const minutes = speed === 'soon' ? rng.int(2, 14) : speed === 'late' ? rng.int(16, 55) : rng.int(70, 300);
  const at = addWorking(DESK, e.capturedAt, minutes * 60);
  // What would lie in a morning that may not have come yet was answered the evening before.
  return istText(at < startOfDay(today) ? at : new Date(Date.parse(e.capturedAt) + 4 * 60_000));
}

export async function writeEnquiryAllocation(client: Client, clock: Clock): Promise<void> {
  const { today } = clock;
  await writeRules(client);
  await shareOut(client, today);
  await writeLog(client, today);
  await writeBatch(client, clock);
  await writeClocks(client, today);
  await insertRows(client, 'allocation_cover', [
    {
      franchisee_id: ANDHERI,
      id: demoUuid('cover', 'tomorrow'),
      user_id: esha().id,
      cover_id: moreCounsellors.sneha.id,
      from_on: addDays(today, 1),
      to_on: addDays(today, 2),
    },
  ]);
}

const counsellorAt = (centre: number): { id: string } => {
  const [first] = teamAt(centre).counsellors;
  if (!first) throw new Error('No counsellor');
  return first;
};
const esha = () => counsellorAt(ANDHERI);
const rekha = () => counsellorAt(BANER);
const ruleId = (name: string): string => demoUuid('allocation-rule', name);

function ruleRow(franchisee_id: number, position: number, name: string, more: Row = {}): Row {
  return {
    franchisee_id,
    id: ruleId(name),
    position,
    name,
    pincodes: [],
    languages: [],
    channels: [],
    mode: 'ROUND_ROBIN',
    fallback: 'NEXT_RULE',
    ...empty,
    ...more,
  };
}
const empty = {
  active: true,
  franchisee_ids: [],
  class_ids: [],
  class_categories: [],
  source_ids: [],
  programmes: [],
  on_shift_only: false,
};

async function writeRules(client: Client): Promise<void> {
  const { sneha, imran, pooja } = moreCounsellors;
  await insertRows(client, 'allocation_rule', [
    ruleRow(ANDHERI, 1, 'Hindi-speaking families', { languages: ['hi'], mode: 'FIXED' }),
    ruleRow(ANDHERI, 2, 'Western suburbs', { pincodes: ['4000', '4001'], fallback: 'QUEUE' }),
    ruleRow(BANER, 1, 'All leads of Baner', { mode: 'LEAST_LOADED', fallback: 'CENTRE_HEAD' }),
    ruleRow(HEAD_OFFICE, 1, 'Counsellor of the centre', { mode: 'LEAST_LOADED', fallback: 'CENTRE_HEAD' }),
  ]);
  const member = (scope: number, rule: string, userId: string, position: number, more: Row = {}): Row => ({
    franchisee_id: scope,
    id: demoUuid('allocation-member', rule, userId),
    rule_id: ruleId(rule),
    user_id: userId,
    position,
    weight: 1,
    daily_quota: 30,
    max_open: 150,
    active: true,
    ...more,
  });
  await insertRows(client, 'allocation_member', [
    member(ANDHERI, 'Hindi-speaking families', imran.id, 1, { daily_quota: 12 }),
    member(ANDHERI, 'Western suburbs', esha().id, 1, { weight: 2, daily_quota: 12 }),
    member(ANDHERI, 'Western suburbs', sneha.id, 2, { daily_quota: 8 }),
    member(BANER, 'All leads of Baner', rekha().id, 1),
    member(BANER, 'All leads of Baner', pooja.id, 2),
    ...teams.flatMap((team, index) =>
      team.counsellors.map((one) => member(HEAD_OFFICE, 'Counsellor of the centre', one.id, index + 1)),
    ),
  ]);
}

/** A part of the work of Andheri and Baner lies with the newer counsellors. */
async function shareOut(client: Client, today: Day): Promise<void> {
  const { sneha, imran, pooja } = moreCounsellors;
  for (const [centre, owner, taker, every, rest] of [
    [ANDHERI, esha().id, sneha.id, 4, 1],
    [ANDHERI, esha().id, imran.id, 6, 3],
    [BANER, rekha().id, pooja.id, 3, 0],
  ] as const)
    await client.query(
      `update enquiry set owner_id = $3 where franchisee_id = $1 and owner_id = $2 and is_open and abs(hashtext(id::text)) % $4 = $5 and captured_at < $6::date`,
      [centre, owner, taker, every, rest, today],
    );
}

const LOG_DAYS = 45;

/** Decisions of the last weeks; who waits, waits for a reason. */
async function writeLog(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<{
    centre: number;
    id: string;
    owner: string | null;
    at: string;
    digital: boolean;
    language: string;
  }>(
    `select e.franchisee_id as centre, e.id, e.owner_id as owner, e.captured_at as at, s.digital, h.language from enquiry e
       join enquiry_source s on s.id = e.source_id join enquiry_household h on h.franchisee_id = e.franchisee_id and h.id = e.household_id
      where e.captured_at >= $1::date - ${LOG_DAYS} order by e.captured_at, e.id`,
    [today],
  );
  const { sneha, imran } = moreCounsellors;
  const seat = (user: string, rule: string, more: Row): Row => ({ user, rule, max: 150, ...more });
  await insertRows(
    client,
    'allocation_log',
    rows.map((row) => {
      const rng = rngOf(`allocation ${row.id}`);
      const rule =
        row.centre === ANDHERI
          ? row.language === 'hi'
            ? 'Hindi-speaking families'
            : 'Western suburbs'
          : row.centre === BANER
            ? 'All leads of Baner'
            : 'Counsellor of the centre';
      const open = rng.int(40, 120);
      const waits: Row[] =
        row.centre === ANDHERI
          ? [
              seat(esha().id, ruleId(rule), { open, today: 12, quota: 12, skipped: 'quota' }),
              seat(sneha.id, ruleId(rule), { open: open - 20, today: 8, quota: 8, skipped: 'quota' }),
            ]
          : [
              seat(counsellorAt(row.centre).id, ruleId(rule), {
                open: 150,
                today: 4,
                quota: 30,
                skipped: 'open',
              }),
            ];
      const takes = row.owner
        ? [
            seat(row.owner, ruleId(rule), {
              open,
              today: rng.int(0, 7),
              quota: row.owner === imran.id ? 12 : 30,
              skipped: null,
            }),
          ]
        : waits;
      return {
        franchisee_id: row.centre,
        id: demoUuid('allocation', row.id),
        enquiry_id: row.id,
        at: row.at,
        to_owner: row.owner,
        why: row.owner === null ? 'QUEUE' : row.digital ? 'RULE' : 'DEFAULT',
        rule_id: row.digital ? ruleId(rule) : null,
        by: row.digital ? null : row.owner,
        candidates: row.digital ? takes : [],
      };
    }),
    'order by at',
  );
  await client.query(
    `insert into allocation_day (franchisee_id, user_id, on_date, assigned, last_at)
     select franchisee_id, to_owner, (at at time zone 'Asia/Kolkata')::date, count(*), max(at) from allocation_log where to_owner is not null group by 1, 2, 3`,
  );
}

const MOVED = 16;

/** Bina gave a part of Esha's oldest calls to the two others; two families were on the phone with her. */
async function writeBatch(client: Client, clock: Clock): Promise<void> {
  const { today } = clock;
  const { sneha, imran } = moreCounsellors;
  const { rows } = await client.query<{ id: string }>(
    `select id from enquiry where franchisee_id = $1 and owner_id = $2 and is_open and captured_at < $3::date - 3 order by next_follow_up_on, id limit ${MOVED + 2}`,
    [ANDHERI, esha().id, today],
  );
  const batch = demoUuid('reallocation', 'this morning');
  const at = soFar(clock, 0.2).toISOString();
  const reason = `Esha is on leave from ${formatDate(addDays(today, 1))}`;
  const stays = Math.min(2, rows.length);
  await insertRows(client, 'reallocation_batch', [
    {
      franchisee_id: ANDHERI,
      id: batch,
      filters: { owner: esha().id, bucket: 'overdue' },
      target: { kind: 'PEOPLE', userIds: [sneha.id, imran.id] },
      reason,
      state: 'DONE',
      total: rows.length,
      done: rows.length,
      moved: rows.length - stays,
      skipped: stays,
      by: teamAt(ANDHERI).head.id,
      at,
      finished_at: at,
      cancel_asked: false,
    },
  ]);
  const items = rows.map(({ id }, n) => {
    const stay = n < stays;
    return {
      id,
      stay,
      to: stay ? null : n % 2 === 0 ? sneha.id : imran.id,
      n: n + 1,
    };
  });
  await insertRows(
    client,
    'reallocation_item',
    items.map((item) => ({
      franchisee_id: ANDHERI,
      batch_id: batch,
      n: item.n,
      enquiry_id: item.id,
      from_owner: esha().id,
      to_owner: item.to,
      state: item.stay ? 'SKIPPED' : 'MOVED',
      reason: item.stay ? 'claimed by Esha now' : null,
    })),
  );
  const moved = items.filter((item) => !item.stay);
  for (const taker of [sneha.id, imran.id])
    await client.query(
      'update enquiry set owner_id = $2, owner_since = $3 where franchisee_id = $1 and id = any ($4)',
      [ANDHERI, taker, at, moved.filter((item) => item.to === taker).map((item) => item.id)],
    );
  await insertRows(
    client,
    'allocation_log',
    moved.map((item) => ({
      franchisee_id: ANDHERI,
      id: demoUuid('reallocated', item.id),
      enquiry_id: item.id,
      at,
      from_owner: esha().id,
      to_owner: item.to,
      why: 'REALLOCATION',
      batch_id: batch,
      by: teamAt(ANDHERI).head.id,
      note: reason,
      candidates: [],
    })),
  );
}

const CLOCK_DAYS = 400;

/** The clocks of families who wrote, and when they were answered. */
async function writeClocks(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<{
    centre: number;
    id: string;
    source: string;
    at: string;
    first: string | null;
    open: boolean;
    ended: string | null;
    caller: string | null;
  }>(
    `select e.franchisee_id as centre, e.id, e.source_id as source, e.captured_at as at, e.first_attempt_at as first, e.is_open as open, coalesce(e.closed_at, e.admitted_at) as ended,
       (select f.by from follow_up f where f.franchisee_id = e.franchisee_id and f.type = 'academic' and f.subject_id = e.id order by f.at limit 1) as caller
       from enquiry e where e.sla_due_at is not null and e.captured_at >= $1::date - ${CLOCK_DAYS}`,
    [today],
  );
  const clocks = rows.map((row) => {
    const events = eventsOf(DESK, new Date(row.at), TARGET_S);
    const met = row.first && Date.parse(row.first) >= Date.parse(row.at) ? row.first : null;
    return {
      franchisee_id: row.centre,
      enquiry_id: row.id,
      cycle: 1,
      source_id: row.source,
      started_at: row.at,
      warn_at: events.warnAt,
      due_at: events.dueAt,
      recall_at: events.recallAt,
      target_s: TARGET_S,
      told: 3,
      met_at: met,
      met_by: met ? row.caller : null,
      working_s: met ? workingSeconds(DESK, row.at, met) : null,
      // A lead of today is still in time or was just told of; the minute's job goes on from there.
      next_at: null,
      ended_at: met === null && !row.open ? (row.ended ?? row.at) : null,
    };
  });
  await insertRows(client, 'first_answer', clocks);
  await client.query(
    `update enquiry e set sla_due_at = f.due_at from first_answer f where f.franchisee_id = e.franchisee_id and f.enquiry_id = e.id`,
  );
  // Unanswered ones of this very day tick on.
  await client.query(
    `update first_answer set told = 0, next_at = warn_at where met_at is null and ended_at is null and started_at >= $1::timestamptz`,
    [startOfDay(todayIst(startOfDay(today))).toISOString()],
  );
}
