// Documents of vendors and their people: one uploads, another verifies; and the log of all of it.
import { randomUUID } from 'node:crypto';
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTransport } from '../transport.refusals.ts';
import { escortContract as contract } from './escort.contract.ts';
import { documentStates, endingKinds } from './escort.states.ts';
import { escortPerson } from './escort-person.record.ts';

export const addDocument = handle(contract.addDocument, async ({ db, input }) => {
  const vendor = await lockRow(db, 'escort_vendor', input.vendorId);
  ensure(vendor.status !== 'CLOSED', () =>
    refuseTransport('vendor.closed', { details: { name: vendor.name } }),
  );
  if (input.personId !== null) {
    const person = await lockRow(db, 'escort_person', input.personId);
    ensure(person.vendor_id === vendor.id, () => refuse('row.not-found'));
    ensure(person.status !== 'LEFT', () =>
      refuseTransport('person.left', { details: { name: person.name } }),
    );
  }
  ensure(!endingKinds.includes(input.kind) || input.endsOn, () =>
    refuse('input.invalid', { fields: { endsOn: 'Enter the last day' } }),
  );
  ensure(!input.startsOn || !input.endsOn || input.endsOn >= input.startsOn, () =>
    refuse('input.invalid', { fields: { endsOn: 'Not before the first day' } }),
  );
  const id = randomUUID();
  const franchiseeId = vendor.franchisee_id;
  await useFile(db, {
    franchiseeId,
    fileId: input.fileId,
    area: 'transport',
    // The record whose module opens the file: whoever verifies it did not upload it.
    subjectKind: escortPerson.name,
    subjectId: id,
    accept: ['pdf', 'jpg', 'png'],
  });
  await db
    .insertInto('escort_document')
    .values({
      franchisee_id: franchiseeId,
      id,
      vendor_id: vendor.id,
      person_id: input.personId,
      kind: input.kind,
      number: input.number ?? null,
      starts_on: input.startsOn ?? null,
      ends_on: input.endsOn ?? null,
      file_id: input.fileId,
    })
    .execute();
  const step = { subject: 'escort_document', action: 'add', from: '', to: 'SUBMITTED' };
  await noteStep(db, { franchiseeId, id, ...step });
  return { id };
});

async function lockForDecision(db: Db, actor: Actor, id: string, version: number) {
  const row = await lockRow(db, 'escort_document', id, version);
  ensure(row.status !== 'SUBMITTED' || row.uploaded_by !== actor.userId, () =>
    refuseTransport('document.own-work'),
  );
  return {
    states: documentStates,
    table: 'escort_document' as const,
    row,
    makers: [row.uploaded_by],
  };
}

export const verifyDocument = handle(contract.verifyDocument, async ({ db, actor, input, version }) => {
  await decide(db, actor, {
    ...(await lockForDecision(db, actor, input.id, version)),
    action: 'verify',
    decision: 'APPROVE',
    set: { decided_by: actor.userId },
  });
  return {};
});

export const rejectDocument = handle(contract.rejectDocument, async ({ db, actor, input, version }) => {
  await decide(db, actor, {
    ...(await lockForDecision(db, actor, input.id, version)),
    action: 'reject',
    decision: 'REJECT',
    reason: input.reason,
    set: { decided_by: actor.userId, reason: input.reason },
  });
  return {};
});

type Logs = OutputOf<typeof contract.logs>;

export const vendorLogs = handle(contract.logs, async ({ db, input }) => {
  const vendor = ensureFound(
    await db
      .selectFrom('escort_vendor')
      .select(['franchisee_id', 'id', 'name'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  const { rows } = await sql<Logs['rows'][number]>`
    with subject as (
      select 'VENDOR' as type, 'escort_vendor' as subject, id, name as what from escort_vendor
       where franchisee_id = ${vendor.franchisee_id} and id = ${vendor.id}
      union all select 'PERSON', 'escort_person', id, name from escort_person
       where franchisee_id = ${vendor.franchisee_id} and vendor_id = ${vendor.id}
      union all select 'DOCUMENT', 'escort_document', d.id, d.kind || coalesce(' ' || p.name, '') from escort_document d
        left join escort_person p on p.franchisee_id = d.franchisee_id and p.id = d.person_id
       where d.franchisee_id = ${vendor.franchisee_id} and d.vendor_id = ${vendor.id}
      union all select 'CARD', 'escort_card', c.id, p.name from escort_card c
        join escort_person p on p.franchisee_id = c.franchisee_id and p.id = c.subject_id and c.subject = 'PERSON'
       where c.franchisee_id = ${vendor.franchisee_id} and p.vendor_id = ${vendor.id})
    select s.id::text as id, s.created_at as at, x.type, x.what, s.action, nullif(s.from_status, '') as "from", s.to_status as "to", s.reason, ${personName('u')} as by
      from subject x join status_step s on s.franchisee_id = ${vendor.franchisee_id} and s.subject = x.subject and s.subject_id = x.id::text
      left join app_user u on u.id = s.created_by
     where (${input.dataId ?? null}::uuid is null or x.id = ${input.dataId ?? null}::uuid)
       and (${input.logType ?? null}::text is null or x.type = ${input.logType ?? null})
     order by s.id desc limit 200`.execute(db);
  return { vendor: vendor.name, rows };
});
