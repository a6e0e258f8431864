// Vendors as they are listed and read, and the commands that add, change and move them.
import { randomUUID } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTransport } from '../transport.refusals.ts';
import { escortContract as contract, type EscortDocument, type EscortPerson } from './escort.contract.ts';
import { type DocumentKind, documentKinds, vendorNeeds, vendorStates } from './escort.states.ts';
import { judgePeople } from './judge-people.server.ts';
import { leaveAll } from './leave-escort.server.ts';

/** Kinds that somebody needs and that no verified document of today covers. */
export async function missingDocuments(
  db: Db,
  of: {
    franchiseeId: number;
    vendorId: string;
    personId: string | null;
    needs: readonly DocumentKind[];
    today: string;
  },
): Promise<DocumentKind[]> {
  const { rows } = await sql<{ kind: DocumentKind }>`select distinct kind from escort_document
     where franchisee_id = ${of.franchiseeId} and vendor_id = ${of.vendorId} and person_id is not distinct from ${of.personId}::uuid
       and status = 'VERIFIED' and coalesce(starts_on, ${of.today}) <= ${of.today} and (ends_on is null or ends_on >= ${of.today})`.execute(
    db,
  );
  const there = new Set(rows.map(({ kind }) => kind));
  return of.needs.filter((kind) => !there.has(kind));
}

export const ensureComplete = (name: string, missing: readonly DocumentKind[]): void =>
  ensure(missing.length === 0, () =>
    refuseTransport('escort.documents-missing', {
      details: { name, documents: missing.map((kind) => documentKinds[kind]).join(', ') },
    }),
  );

type View = OutputOf<typeof contract.vendor>;

export const viewVendor = handle(contract.vendor, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const row = ensureFound(
    await db.selectFrom('escort_vendor').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  const at = { franchiseeId: row.franchisee_id, vendorId: row.id };
  const { rows: people } = await sql<Omit<EscortPerson, 'readiness' | 'reasons'>>`
    select p.id, p.version, p.name, p.role, p.phone, p.photo_id as photo, p.experience_years as "experienceYears",
           p.licence_no as "licenceNo", p.licence_class as "licenceClass", p.status,
           (select v.reg_no from vehicle_staff s join vehicle v on v.franchisee_id = s.franchisee_id and v.id = s.vehicle_id
             where s.franchisee_id = p.franchisee_id and s.person_id = p.id and s.from_on <= ${today} and (s.to_on is null or s.to_on >= ${today})
             order by s.from_on desc limit 1) as vehicle,
           exists (select from escort_card c where c.franchisee_id = p.franchisee_id and c.subject = 'PERSON' and c.subject_id = p.id and c.status = 'ACTIVE') as card, p.user_id is not null as account
      from escort_person p where p.franchisee_id = ${at.franchiseeId} and p.vendor_id = ${at.vendorId} order by p.name limit 200`.execute(
    db,
  );
  const { rows: documents } = await sql<Omit<EscortDocument, 'can'> & { uploader: string | null }>`
    select d.id, d.version, d.person_id as "personId", d.kind, d.number, d.starts_on as "startsOn", d.ends_on as "endsOn", d.file_id as "fileId",
           d.status, d.reason, d.uploaded_by as uploader, ${personName('u')} as "uploadedBy", ${personName('w')} as "decidedBy"
      from escort_document d left join app_user u on u.id = d.uploaded_by left join app_user w on w.id = d.decided_by
     where d.franchisee_id = ${at.franchiseeId} and d.vendor_id = ${at.vendorId} order by d.created_at desc limit 500`.execute(
    db,
  );
  const judged = await judgePeople(db, {
    franchiseeId: at.franchiseeId,
    today,
    ids: people.map(({ id }) => id),
  });
  const open = row.status !== 'CLOSED';
  const view: View = {
    id: row.id,
    version: row.version,
    name: row.name,
    kind: row.kind as View['kind'],
    contact: row.contact,
    phone: row.phone,
    email: row.email,
    address: row.address,
    pan: row.pan,
    agreementNo: row.agreement_no,
    agreementTo: row.agreement_to,
    status: row.status as View['status'],
    missing: await missingDocuments(db, {
      ...at,
      personId: null,
      needs: vendorNeeds(row.kind as View['kind']),
      today,
    }),
    people: people.map((one) => ({
      ...one,
      readiness: judged.get(one.id)?.readiness ?? 'BLOCKED',
      reasons: judged.get(one.id)?.reasons ?? [],
    })),
    documents: documents.map(({ uploader, ...one }) => ({
      ...one,
      can: {
        decide:
          one.status === 'SUBMITTED' && uploader !== actor.userId && mayCall(actor, contract.verifyDocument),
      },
    })),
    can: {
      edit: open && mayCall(actor, contract.changeVendor),
      upload: open && mayCall(actor, contract.addDocument),
    },
  };
  return view;
});

type Input = ParsedInputOf<typeof contract.addVendor>;

async function columnsOf(db: Db, at: { franchiseeId: number; id: string | null }, input: Input) {
  const same = await db
    .selectFrom('escort_vendor')
    .select(['id', 'name', 'kind'])
    .where('franchisee_id', '=', at.franchiseeId)
    .where('status', '<>', 'CLOSED')
    .where((eb) => eb.or([eb('name', '=', input.name), eb('kind', '=', 'IN_HOUSE')]))
    .execute();
  const others = same.filter(({ id }) => id !== at.id);
  ensure(!others.some(({ name }) => name === input.name), () =>
    refuseTransport('vendor.exists', {
      details: { name: input.name },
      fields: { name: 'This centre has a vendor with this name already' },
    }),
  );
  ensure(input.kind !== 'IN_HOUSE' || !others.some(({ kind }) => kind === 'IN_HOUSE'), () =>
    refuseTransport('vendor.in-house', { fields: { kind: 'The in-house team is there already' } }),
  );
  return {
    name: input.name,
    kind: input.kind,
    contact: input.contact,
    phone: input.phone,
    email: input.email ?? null,
    address: input.address ?? null,
    pan: input.pan ?? null,
    agreement_no: input.agreementNo ?? null,
    agreement_to: input.agreementTo ?? null,
  };
}

export const addVendor = handle(contract.addVendor, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const id = randomUUID();
  const columns = await columnsOf(db, { franchiseeId, id: null }, input);
  await db
    .insertInto('escort_vendor')
    .values({ franchisee_id: franchiseeId, id, ...columns })
    .execute();
  await noteStep(db, { franchiseeId, subject: 'escort_vendor', id, action: 'add', from: '', to: 'PENDING' });
  return { id };
});

export const changeVendor = handle(contract.changeVendor, async ({ db, input, version }) => {
  const row = await lockRow(db, 'escort_vendor', input.id, version);
  ensure(row.status !== 'CLOSED', () => refuseTransport('vendor.closed', { details: { name: row.name } }));
  // The in-house team needs no documents, so nobody becomes or leaves it after the check.
  ensure(row.status === 'PENDING' || input.kind === row.kind, () =>
    refuse('input.invalid', { fields: { kind: 'Add another vendor for another kind' } }),
  );
  const columns = await columnsOf(db, { franchiseeId: row.franchisee_id, id: row.id }, input);
  await db
    .updateTable('escort_vendor')
    .set(columns)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const moveVendor = handle(contract.moveVendor, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'escort_vendor', input.id, version);
  const { action, reason = null } = input;
  ensure(reason || action === 'verify' || action === 'reinstate', () =>
    refuse('input.invalid', { fields: { reason: 'Say why' } }),
  );
  const step = { states: vendorStates, table: 'escort_vendor' as const, row, action, reason };
  if (action !== 'verify') {
    await moveStatus(db, step);
    // At once for its people, too: they leave with it, or their cards stop to count and nobody of them may be posted.
    if (action === 'close') await leaveAll(db, row, { reason, now });
    if (action === 'suspend')
      await sql`update escort_card c set status = 'REVOKED' from escort_person p
         where p.franchisee_id = ${row.franchisee_id} and p.vendor_id = ${row.id} and c.franchisee_id = p.franchisee_id
           and c.subject = 'PERSON' and c.subject_id = p.id and c.status = 'ACTIVE'`.execute(db);
    return {};
  }
  const needs = vendorNeeds(row.kind as View['kind']);
  const of = { franchiseeId: row.franchisee_id, vendorId: row.id, personId: null, today: todayIst(now) };
  ensureComplete(row.name, await missingDocuments(db, { ...of, needs }));
  // The in-house team is the centre's own: there is nothing that another person would look at.
  if (row.kind === 'IN_HOUSE') await moveStatus(db, step);
  else await decide(db, actor, { ...step, decision: 'APPROVE', makers: [row.created_by] });
  return {};
});

/**
 * The centre's own drivers and attendants work for its in-house team, which is there with the first vehicle; who adds that one
 * is its contact until somebody else is written down.
 */
export async function ensureInHouse(db: Db, franchiseeId: number, userId: string | null): Promise<void> {
  const contact = await db
    .selectFrom('app_user as u')
    .select(['u.mobile_norm', personName('u').as('name')])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!contact?.mobile_norm) return;
  const id = randomUUID();
  const made = await db
    .insertInto('escort_vendor')
    .values({
      franchisee_id: franchiseeId,
      id,
      name: 'In-house team',
      kind: 'IN_HOUSE',
      contact: (contact.name ?? '').slice(0, 80),
      phone: contact.mobile_norm,
      status: 'VERIFIED',
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made)
    await noteStep(db, {
      franchiseeId,
      subject: 'escort_vendor',
      id,
      action: 'add',
      from: '',
      to: 'VERIFIED',
    });
}
