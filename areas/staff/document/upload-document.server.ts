import { randomUUID } from 'node:crypto';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { staffModules } from '../modules.ts';
import { refuseStaff } from '../refusals.ts';
import { sealNumber } from './document-numbers.server.ts';
import { staffDocumentContract } from './staff-document.contract.ts';
import { staffDocumentStates } from './staff-document.states.ts';

const faultIn = (field: string, text: string) => refuse('input.invalid', { fields: { [field]: text } });

interface Dates {
  issuedOn?: Day | null | undefined;
  expiresOn?: Day | null | undefined;
}

function ensureDates({ issuedOn, expiresOn }: Dates, expires: boolean, today: Day): void {
  if (issuedOn && issuedOn > today) throw faultIn('issuedOn', 'Not after today');
  if (expires && !expiresOn) throw faultIn('expiresOn', 'Enter the last day it is valid');
  if (!expiresOn) return;
  if (expiresOn < today) throw faultIn('expiresOn', 'This document has expired. Add a current one.');
  if (issuedOn && expiresOn < issuedOn) throw faultIn('expiresOn', 'Not before the day of issue');
}

async function kindFor(db: Db, kindId: string, category: string) {
  const kind = await db
    .selectFrom('staff_document_kind')
    .select(['id', 'valid_months', 'categories'])
    .where('id', '=', kindId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!kind?.categories.includes(category)) throw faultIn('kindId', 'Choose a document of this category');
  return kind;
}

/** One document of a kind counts: the one before becomes history, whatever its state. */
async function replaceLive(db: Db, staff: RowIn<'staff'>, kindId: string): Promise<void> {
  const live = await db
    .selectFrom('staff_document')
    .selectAll()
    .where('franchisee_id', '=', staff.franchisee_id)
    .where('staff_id', '=', staff.id)
    .where('kind_id', '=', kindId)
    .where('status', 'in', ['UPLOADED', 'VERIFIED'])
    .forUpdate()
    .executeTakeFirst();
  if (live)
    await moveStatus(db, {
      states: staffDocumentStates,
      table: 'staff_document',
      row: live,
      action: 'replace',
    });
}

export const uploadDocument = handle(staffDocumentContract.upload, async ({ db, actor, input, now }) => {
  // The person's row is the lock: of two uploads at once the second replaces the first.
  const staff = await lockRow(db, 'staff', input.staffId);
  ensureFound(holds(actor, staffModules.Staff, true) || staff.user_id === actor.userId || null);
  if (staff.status === 'LEFT') throw refuseStaff('staff.has-left');
  const kind = await kindFor(db, input.kindId, staff.category);
  ensureDates(input, kind.valid_months !== null, todayIst(now));
  const place = { franchisee_id: staff.franchisee_id, id: randomUUID() };
  await useFile(db, {
    franchiseeId: staff.franchisee_id,
    fileId: input.fileId,
    area: 'staff',
    subjectKind: 'staff_document',
    subjectId: place.id,
    accept: ['pdf', 'jpg', 'png'],
    maxBytes: 10 * 1024 * 1024,
  });
  await replaceLive(db, staff, kind.id);
  await db
    .insertInto('staff_document')
    .values({
      ...place,
      staff_id: staff.id,
      kind_id: kind.id,
      file_id: input.fileId,
      number_sealed: input.number ? sealNumber(place, input.number) : null,
      issued_on: input.issuedOn ?? null,
      expires_on: input.expiresOn ?? null,
    })
    .execute();
  return { id: place.id };
});
