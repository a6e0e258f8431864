// What time does to a held seat and a running service (areas/services.md 6): every run may be repeated, every row is its
// own transaction.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { endServicePlan } from '../../finance/public.server.ts';
import { activateService } from './activate-service.server.ts';
import {
  type Assignment,
  lockBoth,
  moveAssignment,
  moveEnquiry,
  paidOn,
  withdrawAssignment,
} from './assignment-row.server.ts';
import { type Enquiry, serviceOf } from './service-choice.server.ts';
import { payLinkOf, tellFamily } from './tell-family.server.ts';

const AT_ONCE = 500;
/** Days before its end on which a hold is due to be named to the family. */
const WARN_DAYS = 2;

interface Key {
  franchiseeId: number;
  id: string;
}

const nameOf = ({ franchiseeId, id }: Key): string => `service ${id} of centre ${franchiseeId}`;

async function keysOf(tools: JobTools, condition: ReturnType<typeof sql>): Promise<Key[]> {
  return tools.work(null, async (db) => {
    const { rows } = await sql<Key>`select a.franchisee_id as "franchiseeId", a.id from service_assignment a
      where ${condition} order by a.hold_until nulls last, a.id limit ${AT_ONCE}`.execute(db);
    return rows;
  });
}

/** Hourly: a held seat that was paid becomes active, one that is due to end is named, one past its day is freed. */
export const holdJob: JobDeclaration = {
  name: 'services.hold-expire',
  title: 'Free seats of services whose hold has run out',
  schedule: '5 * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 300,
  run: async (tools) => {
    const today = todayIst(tools.now);
    const keys = await keysOf(
      tools,
      sql`a.status = 'HELD' and (a.hold_until <= ${addDays(today, WARN_DAYS)}::date or exists (select from fee_line l
        where l.franchisee_id = a.franchisee_id and l.fee_assignment_id = a.fee_assignment_id and l.allocated > 0 and l.state <> 'CANCELLED'))`,
    );
    return eachPart(keys, nameOf, (key) =>
      tools.work(key.franchiseeId, async (db) => {
        const { enquiry, row } = await lockBoth(db, key.id);
        return row.status === 'HELD' ? followHold(db, { enquiry, row, now: tools.now }) : 0;
      }),
    );
  },
};

async function followHold(
  db: Db,
  { enquiry, row, now }: { enquiry: Enquiry; row: Assignment; now: Date },
): Promise<number> {
  const [today, until] = [todayIst(now), row.hold_until ?? ''];
  if ((await paidOn(db, row)) > 0) await activateService(db, { enquiry, row });
  else if (until >= today) {
    const { name } = await serviceOf(db, row.service_id);
    await tellFamily(db, enquiry, {
      kind: 'services.hold-ending',
      values: { service: name, date: until },
      key: `${row.id}:hold-ending:${until}`,
      payLink: payLinkOf(row, until),
    });
  } else if (await isBeingPaid(db, row, now)) return 0;
  else {
    await withdrawAssignment(db, row, { reason: 'Not paid while the seat was held', action: 'expire' });
    await moveStatus(db, {
      ...moveEnquiry,
      row: enquiry,
      action: 'expire',
      set: { next_follow_up_on: today },
    });
  }
  return 1;
}

/** Money on its way keeps the seat: an online payment younger than 72 hours, or one that waits for its approval. */
async function isBeingPaid(db: Db, row: Assignment, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - 72 * 3_600_000).toISOString();
  const { rows } = await sql<{ paying: boolean }>`select exists (select from payment p
    where p.franchisee_id = ${row.franchisee_id} and p.fee_account_id = ${row.fee_account_id}
      and (p.status = 'APPROVAL_WAITING' or p.status = 'INITIATED' and p.created_at > ${since}::timestamptz)) as paying`.execute(
    db,
  );
  return rows[0]?.paying ?? false;
}

/** 00:10: what ended yesterday. The plan is closed; what is owed of its days stays. */
export const endJob: JobDeclaration = {
  name: 'services.end',
  title: 'End services after their last day',
  schedule: '10 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 21_600,
  timeoutS: 600,
  run: async (tools) => {
    const today = todayIst(tools.now);
    const keys = await keysOf(tools, sql`a.status = 'ACTIVE' and a.ends_on < ${today}::date`);
    return eachPart(keys, nameOf, (key) =>
      tools.work(key.franchiseeId, async (db) => {
        const { enquiry, row } = await lockBoth(db, key.id);
        if (row.status !== 'ACTIVE' || row.ends_on >= today) return 0;
        await endServicePlan(db, {
          franchiseeId: row.franchisee_id,
          assignmentId: row.fee_assignment_id,
          on: row.ends_on,
          reason: 'Its last day has passed',
        });
        await moveStatus(db, { ...moveAssignment, row, action: 'end' });
        await moveStatus(db, { ...moveEnquiry, row: enquiry, action: 'end' });
        return 1;
      }),
    );
  },
};
