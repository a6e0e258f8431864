// A class while it goes on, for who teaches it: opening, letting children in, ending. Times are the server's.
import { formatDateTime } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTraining } from '../training.refusals.ts';
import { onlineClassContract as contract } from './online-class.contract.ts';
import { type Entry, entriesOf, entryBehind, opensAt, referenceOf } from './online-class.queries.server.ts';
import { classStates } from './online-class.states.ts';

export const ticket = handle(contract.ticket, async ({ db, actor, input, now }) => {
  const [entry] = await entriesOf(db, actor, input.id, now);
  ensure(entry, () => refuseTraining('meeting.not-found'));
  const opens = opensAt(entry.startsAt);
  ensure(now.getTime() >= opens, () =>
    refuseTraining('meeting.not-open', { details: { time: formatDateTime(new Date(opens)) } }),
  );
  ensure(entry.status !== 'COMPLETED' && now.getTime() < Date.parse(entry.endsAt), () =>
    refuseTraining('meeting.ended'),
  );
  return { referenceID: referenceOf(userIdOf(actor), entry.id) };
});

const leads = ({ part }: Entry): boolean => part !== 'Expert';

export const room = handle(contract.room, async ({ db, actor, input, now }) => {
  const entry = await entryBehind(db, actor, input.referenceID, now);
  const { rows } = await sql<{
    id: string;
    name: string;
    state: 'AWAY' | 'WAITING' | 'ADMITTED' | 'IN';
    since: string | null;
  }>`
    select x.id, s.name, case when x.joined_at is not null then 'IN' when x.admitted_at is not null then 'ADMITTED'
        when x.asked_at is not null then 'WAITING' else 'AWAY' end as state, coalesce(x.joined_at, x.admitted_at, x.asked_at) as since
      from online_class_child x join enrolment e on e.franchisee_id = x.franchisee_id and e.id = x.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where x.franchisee_id = ${entry.franchiseeId} and x.online_class_id = ${entry.id} order by s.name, x.id`.execute(
    db,
  );
  const { id: _id, franchiseeId: _f, ...facts } = entry;
  return {
    ...facts,
    children: rows.map((row) => ({
      ...row,
      since: row.since === null ? null : new Date(row.since).toISOString(),
    })),
    can: {
      open: entry.status === 'SCHEDULED' && leads(entry),
      admit: entry.status === 'LIVE' && entry.lobby && leads(entry),
      end: entry.status === 'LIVE' && leads(entry),
    },
  };
});

/** The class behind a reference, locked, for who leads it. */
async function lockLed(db: Db, entry: Entry) {
  ensure(leads(entry), () => refuseTraining('online-class.host-leads'));
  return lockRow(db, 'online_class', entry.id);
}

export const open = handle(contract.open, async ({ db, actor, input, now }) => {
  const entry = await entryBehind(db, actor, input.referenceID, now);
  const row = await lockLed(db, entry);
  if (row.status === 'LIVE') return {};
  ensure(now.getTime() < Date.parse(entry.endsAt), () => refuseTraining('meeting.ended'));
  const set = { opened_at: now.toISOString() };
  await moveStatus(db, { states: classStates, table: 'online_class', row, action: 'open', set });
  return {};
});

export const admit = handle(contract.admit, async ({ db, actor, input, now }) => {
  const entry = await entryBehind(db, actor, input.referenceID, now);
  const row = await lockLed(db, entry);
  ensure(row.status === 'LIVE', () => refuse('row.wrong-state'));
  const { rows } = await sql<{ id: string }>`
    update online_class_child set admitted_at = ${now.toISOString()} where franchisee_id = ${row.franchisee_id} and online_class_id = ${row.id}
      and id = any (${[...input.childIds]}::uuid[]) and asked_at is not null and admitted_at is null returning id`.execute(
    db,
  );
  return { admitted: rows.length };
});

/** Ends a locked class: each child was in from joining until the end. */
export async function endClass(
  db: Db,
  row: Awaited<ReturnType<typeof lockLed>>,
  endedAt: Date,
): Promise<void> {
  const at = endedAt.toISOString();
  await moveStatus(db, {
    states: classStates,
    table: 'online_class',
    row,
    action: 'end',
    set: { ended_at: at },
  });
  await sql`update online_class_child set attended_s = greatest(0, extract(epoch from ${at}::timestamptz - joined_at))::int
    where franchisee_id = ${row.franchisee_id} and online_class_id = ${row.id} and joined_at is not null`.execute(
    db,
  );
}

export const end = handle(contract.end, async ({ db, actor, input, now }) => {
  const entry = await entryBehind(db, actor, input.referenceID, now);
  const row = await lockLed(db, entry);
  if (row.status === 'COMPLETED') return {};
  await endClass(db, row, now);
  return {};
});
