import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, personName, several } from '@aangan/server/sql.ts';
import { type Actor, holds, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, noteStep, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { auditStates } from '../engine/audit.states.ts';
import { auditsModules as m } from '../modules.ts';
import { familiesOf } from '../view/audit.listing.server.ts';
import { findingContract as contract } from './finding.contract.ts';
import { findings } from './finding.listing.ts';
import { refuseFinding } from './finding.refusals.ts';
import { findingStates, MOST_EXTENSION_DAYS, MOST_EXTENSIONS } from './finding.states.ts';

type Finding = RowIn<'audit_finding'>;
const today = istDay(sql`now()`);
const open = sql`g.status in ('OPEN', 'RETURNED')`;

/** Head office verifies; what the centre itself conducts its own people verify, too. */
const verifies = (actor: Actor, family: string): boolean =>
  holds(actor, m.AuditReview, true) || (family === 'CENTRE_HEAD' && holds(actor, m.CenterHeadAudit, true));

export const findingListing = serveListing(findings, {
  from: sql`audit_finding g join audit a on a.franchisee_id = g.franchisee_id and a.id = g.audit_id join audit_type t on t.id = a.type_id
    join audit_parameter p on p.id = g.parameter_id`,
  alias: 'g',
  joins: sql`join franchisee f on f.id = g.franchisee_id left join app_user u on u.id = g.responded_by`,
  only: (actor) => several('t.family', familiesOf(actor), 'text'),
  columns: {
    code: 'p.code',
    text: 'g.text',
    audit: 'a.number',
    centre: 'f.company_name',
    severity: 'g.severity',
    dueOn: 'g.due_on',
    overdue: sql`(case when ${open} and g.due_on < ${today} then 'YES' else 'NO' end)`,
    repeats: 'g.repeat_count',
    responder: personName('u'),
    status: 'g.status',
    auditId: 'g.audit_id',
    family: 't.family',
    response: 'g.response',
    reason: 'g.reason',
    respondedBy: 'g.responded_by',
    needsPhoto: sql`p.photo_on <> 'NEVER'`,
    extended: 'g.extended_times',
    photoIds: sql`(select coalesce(jsonb_agg(x.file_id order by x.file_id), '[]') from audit_finding_photo x where x.franchisee_id = g.franchisee_id and x.finding_id = g.id)`,
  },
  where: {
    franchiseeId: (value: number | readonly number[]) =>
      several('g.franchisee_id', [value].flat() as number[], 'int'),
  },
  can: (row, actor) => {
    const waits = row.status === 'OPEN' || row.status === 'RETURNED';
    const judged =
      row.status === 'RESPONDED' && row.respondedBy !== actor.userId && verifies(actor, row.family);
    return {
      respond: waits && mayCall(actor, contract.respond),
      verify: judged,
      return: judged,
      close: row.status === 'VERIFIED' && mayCall(actor, contract.close),
      extend: waits && row.extended < MOST_EXTENSIONS && mayCall(actor, contract.extend),
      withdraw: (waits || row.status === 'RESPONDED') && mayCall(actor, contract.withdraw),
    };
  },
});
export const { handlers } = findingListing;

const move = (
  db: Db,
  row: Finding,
  action: keyof (typeof findingStates)['RESPONDED'] | 'respond' | 'close',
  set: object = {},
  reason: string | null = null,
) =>
  moveStatus(db, {
    states: findingStates,
    table: 'audit_finding',
    row,
    action: action as never,
    reason,
    set,
  });

export const respond = handle(contract.respond, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'audit_finding', input.id, version);
  ensure(input.response.trim().length >= 10, () =>
    refuseFinding('finding.note-short', { fields: { response: 'At least ten characters' } }),
  );
  const photos = input.photoIds ?? [];
  const { photo_on } = await db
    .selectFrom('audit_parameter')
    .select('photo_on')
    .where('id', '=', row.parameter_id)
    .executeTakeFirstOrThrow();
  ensure(photo_on === 'NEVER' || photos.length > 0, () =>
    refuseFinding('finding.photo-needed', { fields: { photoIds: 'Add a photo' } }),
  );
  await move(db, row, 'respond', {
    response: input.response,
    responded_by: userIdOf(actor),
    responded_at: now.toISOString(),
    verified_by: null,
    reason: null,
  });
  for (const fileId of photos) {
    await useFile(db, {
      franchiseeId: row.franchisee_id,
      fileId,
      area: 'audits',
      subjectKind: 'audit_finding',
      subjectId: row.id,
      accept: ['jpg', 'png'],
      maxBytes: 10 * 1024 * 1024,
    });
    await sql`insert into audit_finding_photo (franchisee_id, finding_id, file_id) values (${row.franchisee_id}, ${row.id}, ${fileId}) on conflict do nothing`.execute(
      db,
    );
  }
  return {};
});

/** An answer that this person may judge: of another one, and of audits whose findings are theirs to verify. */
async function judged(db: Db, actor: Actor, id: string, version: number): Promise<Finding> {
  const row = await lockRow(db, 'audit_finding', id, version);
  ensure(row.responded_by !== actor.userId, () => refuseFinding('finding.own-response'));
  const { rows } = await sql<{ family: string }>`
    select t.family from audit a join audit_type t on t.id = a.type_id where a.franchisee_id = ${row.franchisee_id} and a.id = ${row.audit_id}`.execute(
    db,
  );
  ensure(verifies(actor, rows[0]?.family ?? ''), () => refuseFinding('finding.centre-verifies'));
  return row;
}

export const verify = handle(contract.verify, async ({ db, actor, input, version, now }) => {
  const row = await judged(db, actor, input.id, version);
  const critical = row.severity === 'CRITICAL';
  await move(
    db,
    row,
    critical ? 'verify' : 'settle',
    { verified_by: userIdOf(actor), ...(critical ? {} : { closed_at: now.toISOString() }) },
    input.note ?? null,
  );
  if (!critical) await closeWhenDone(db, row, now);
  return {};
});

export const giveBack = handle(contract.return, async ({ db, actor, input, version, now }) => {
  const row = await judged(db, actor, input.id, version);
  // There must be time left to fix it.
  const earliest = addDays(todayIst(now), 2);
  const due = row.due_on < earliest ? earliest : row.due_on;
  await move(db, row, 'return', { reason: input.reason, due_on: due }, input.reason);
  return {};
});

export const close = handle(contract.close, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'audit_finding', input.id, version);
  await move(db, row, 'close', { closed_at: now.toISOString(), reason: input.reason }, input.reason);
  await closeWhenDone(db, row, now);
  return {};
});

export const extend = handle(contract.extend, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'audit_finding', input.id, version);
  ensure(row.status === 'OPEN' || row.status === 'RETURNED', () => refuse('row.wrong-state'));
  ensure(row.extended_times < MOST_EXTENSIONS, () => refuseFinding('finding.extend-limit'));
  const from = row.due_on > todayIst(now) ? row.due_on : todayIst(now);
  if (input.dueOn <= from || input.dueOn > addDays(from, MOST_EXTENSION_DAYS))
    throw refuse('input.invalid', {
      fields: { dueOn: `After the due day, at most ${MOST_EXTENSION_DAYS} days later` },
    });
  await sql`update audit_finding set due_on = ${input.dueOn}, extended_times = extended_times + 1, reason = ${input.reason}
    where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(db);
  await noteStep(db, {
    franchiseeId: row.franchisee_id,
    subject: 'audit_finding',
    id: row.id,
    action: 'extend',
    from: row.status,
    to: row.status,
    reason: input.reason,
  });
  return {};
});

export const withdraw = handle(contract.withdraw, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'audit_finding', input.id, version);
  await move(db, row, 'withdraw', { reason: input.reason }, input.reason);
  await closeWhenDone(db, row, now);
  return {};
});

/** An audit is closed with its last finding, whatever became of that. */
export async function closeWhenDone(
  db: Db,
  { franchisee_id, audit_id }: { franchisee_id: number; audit_id: string },
  now: Date,
): Promise<void> {
  const { rows } = await sql<RowIn<'audit'>>`
    select * from audit a where a.franchisee_id = ${franchisee_id} and a.id = ${audit_id} and a.status = 'PUBLISHED'
       and not exists (select from audit_finding g where g.franchisee_id = a.franchisee_id and g.audit_id = a.id and g.status not in ('CLOSED', 'WITHDRAWN')) for update`.execute(
    db,
  );
  const [row] = rows;
  if (row)
    await moveStatus(db, {
      states: auditStates,
      table: 'audit',
      row,
      action: 'close',
      set: { closed_at: now.toISOString() },
    });
}
