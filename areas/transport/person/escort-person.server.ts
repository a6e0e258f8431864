// People of a vendor: their details, their states with their cards, and the cards themselves.
import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import {
  labels,
  type Piece,
  picture,
  pictureOf,
  poster,
  qr,
  renderPdf,
} from '@aangan/server/documents/pdf.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { findFile, openFile, readWhole, releaseFile, useFile } from '@aangan/server/files/files.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchisee, keepSheet } from '../../network/public.server.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { cardHash, newCardCode, newShortCode } from '../vehicle/card-code.server.ts';
import { escortContract as contract } from './escort.contract.ts';
import { type EscortRole, escortRoles, personNeeds, personStates } from './escort.states.ts';
import { escortPerson } from './escort-person.record.ts';
import { ensureComplete, missingDocuments } from './escort-vendor.server.ts';
import { leave, stopCards } from './leave-escort.server.ts';

type Input = Omit<ParsedInputOf<typeof contract.addPerson>, 'vendorId'>;
interface Place {
  readonly franchiseeId: number;
  readonly id: string;
}

async function ensureFree(db: Db, { franchiseeId, id }: Place, { phone, role }: Input): Promise<void> {
  const same = await db
    .selectFrom('escort_person')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('phone', '=', phone)
    .where('role', '=', role)
    .where('status', '<>', 'LEFT')
    .executeTakeFirst();
  ensure(!same || same.id === id, () =>
    refuseTransport('person.exists', { fields: { phone: 'Somebody with this phone works as this already' } }),
  );
}

const columnsOf = (input: Input) => ({
  name: input.name,
  role: input.role,
  phone: input.phone,
  photo_id: input.photo ?? null,
  experience_years: input.experienceYears ?? null,
  licence_no: input.licenceNo ?? null,
  licence_class: input.licenceClass ?? null,
});

async function keepPhoto(db: Db, { franchiseeId, id }: Place, photo: string | null, before: string | null) {
  if (photo === before) return;
  const use = { franchiseeId, subjectKind: escortPerson.name, subjectId: id };
  if (photo) await useFile(db, { ...use, fileId: photo, area: 'transport', accept: ['jpg', 'png'] });
  if (before) await releaseFile(db, { ...use, fileId: before });
}

export const addPerson = handle(contract.addPerson, async ({ db, input }) => {
  const vendor = await lockRow(db, 'escort_vendor', input.vendorId);
  ensure(vendor.status !== 'CLOSED', () =>
    refuseTransport('vendor.closed', { details: { name: vendor.name } }),
  );
  const place = { franchiseeId: vendor.franchisee_id, id: randomUUID() };
  await ensureFree(db, place, input);
  await keepPhoto(db, place, input.photo ?? null, null);
  await db
    .insertInto('escort_person')
    .values({ franchisee_id: place.franchiseeId, id: place.id, vendor_id: vendor.id, ...columnsOf(input) })
    .execute();
  await noteStep(db, { ...place, subject: 'escort_person', action: 'add', from: '', to: 'PENDING' });
  return { id: place.id };
});

export const changePerson = handle(contract.changePerson, async ({ db, input, version }) => {
  const row = await lockRow(db, 'escort_person', input.id, version);
  ensure(row.status !== 'LEFT', () => refuseTransport('person.left', { details: { name: row.name } }));
  // Other documents are needed for another work.
  ensure(row.status === 'PENDING' || input.role === row.role, () =>
    refuse('input.invalid', { fields: { role: 'Add the person anew for other work' } }),
  );
  const place = { franchiseeId: row.franchisee_id, id: row.id };
  await ensureFree(db, place, input);
  await keepPhoto(db, place, input.photo ?? null, row.photo_id);
  await db
    .updateTable('escort_person')
    .set(columnsOf(input))
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const movePerson = handle(contract.movePerson, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'escort_person', input.id, version);
  const { action, reason = null } = input;
  ensure(reason || action === 'verify' || action === 'reinstate', () =>
    refuse('input.invalid', { fields: { reason: 'Say why' } }),
  );
  const step = { states: personStates, table: 'escort_person' as const, row, action, reason };
  if (action === 'verify') {
    const of = { franchiseeId: row.franchisee_id, vendorId: row.vendor_id, personId: row.id };
    const needs = personNeeds(row.role as EscortRole);
    ensureComplete(row.name, await missingDocuments(db, { ...of, needs, today: todayIst(now) }));
    ensure(row.photo_id, () => refuseTransport('person.no-photo', { details: { name: row.name } }));
    await decide(db, actor, { ...step, decision: 'APPROVE', makers: [row.created_by] });
    return {};
  }
  if (action === 'leave') await leave(db, row, { reason, now });
  else await moveStatus(db, step);
  if (action === 'suspend') await stopCards(db, row, 'REVOKED');
  return {};
});

/** A bank card: 54 mm high; front and back side by side, to be folded. */
const HEIGHT = 153;

async function facePieces(db: Db, franchiseeId: number, photo: string | null): Promise<Piece[]> {
  const file = photo ? await findFile(db, photo, franchiseeId) : undefined;
  if (file?.mime !== 'image/png' && file?.mime !== 'image/jpeg') return [];
  const image = pictureOf(await readWhole(openFile(file)), file.mime);
  return [{ ...picture(image, { width: 90, height: 72 }), alignment: 'center', margin: [0, 0, 0, 4] }];
}

/** The vendor first, as everywhere: whoever suspends it at this moment takes the new card along. */
async function lockForCard(db: Db, id: string) {
  const found = ensureFound(
    await db.selectFrom('escort_person').select('vendor_id').where('id', '=', id).executeTakeFirst(),
  );
  const vendor = await lockRow(db, 'escort_vendor', found.vendor_id);
  const row = await lockRow(db, 'escort_person', id);
  ensure(row.status === 'VERIFIED' && vendor.status === 'VERIFIED', () =>
    refuseTransport('person.not-verified', { details: { name: row.name } }),
  );
  return { row, vendor: vendor.name };
}

export const printCard = handle(contract.printCard, async (call) => {
  const { db, input, now } = call;
  const { row, vendor } = await lockForCard(db, input.id);
  const centre = await franchisee(db, row.franchisee_id);
  await stopCards(db, row, 'REPLACED');
  const [code, short, id] = [newCardCode(), newShortCode(), randomUUID()];
  await db
    .insertInto('escort_card')
    .values({
      franchisee_id: row.franchisee_id,
      id,
      subject: 'PERSON',
      subject_id: row.id,
      card_hash: cardHash(code),
      short_code: short,
      status: 'ACTIVE',
      printed_at: now.toISOString(),
    })
    .execute();
  const step = { subject: 'escort_card', action: 'print', from: '', to: 'ACTIVE' };
  await noteStep(db, { franchiseeId: row.franchisee_id, id, ...step });
  const title = `Card ${row.name}`;
  const front = [
    ...(await facePieces(db, row.franchisee_id, row.photo_id)),
    poster(row.name, { size: 13, bold: true, brand: true, gap: 2 }),
    poster(escortRoles[row.role as EscortRole], { size: 10, bold: true, gap: 2 }),
    poster(vendor, { size: 8, quiet: true, gap: 0 }),
  ];
  const back = [
    { ...qr(code, { size: 84 }), alignment: 'center' },
    poster(short, { size: 12, bold: true, gap: 3 }),
    poster(`${centre?.companyName ?? ''}. If found, please return it to the centre.`, {
      size: 7,
      quiet: true,
      gap: 0,
    }),
  ];
  const content = await renderPdf({ title, bare: true, content: [labels([front, back], 2, HEIGHT)] });
  return keepSheet(call, {
    contract: contract.printCard.name,
    about: { kind: escortPerson.name, id: row.id },
    title,
    content,
  });
});
