import type { Actor } from '@aangan/server/actor.ts';
import { handle } from '@aangan/server/handle.ts';
import { sql } from 'kysely';
import { refuse } from '../network-refusals.ts';
import { pincodeContract } from './pincode.contract.ts';
import { pincode, serviceableCentres } from './pincode.queries.server.ts';
import { officeOf, storeOffices } from './post-office-file.server.ts';

// Claims and the directory are the network's: a centre that holds the module changes only its own territory.
function ensureHeadOffice(actor: Actor): void {
  if (!actor.wholeNetwork) throw refuse('pincode.directory-needs-network');
}

export const lookupPincode = handle(pincodeContract.lookup, async ({ db, input }) => {
  const found = await pincode(db, input.pincode);
  if (!found) throw refuse('pincode.unknown');
  const offices = await db
    .selectFrom('pincode_office')
    .select(['office_name', 'office_type', 'delivery'])
    .where('pincode', '=', input.pincode)
    .orderBy('office_name')
    .limit(100)
    .execute();
  const centres = await serviceableCentres(db, input.pincode);
  const phones = await db
    .selectFrom('franchisee')
    .select(['id', 'phone'])
    .where(
      'id',
      'in',
      centres.map((c) => c.franchiseeId),
    )
    .execute();
  return {
    pincode: found.pincode,
    district: found.district,
    stateName: found.stateName,
    offices: offices.map((o) => ({ name: o.office_name, kind: o.office_type, delivery: o.delivery })),
    centres: centres.map((c) => ({
      ...c,
      phone: phones.find((p) => p.id === c.franchiseeId)?.phone ?? null,
    })),
  };
});

export const claimPincode = handle(pincodeContract.claim, async ({ db, actor, input }) => {
  ensureHeadOffice(actor);
  if (!(await pincode(db, input.pincode))) throw refuse('pincode.unknown');
  // The primary key decides between two claims in the same millisecond.
  const { rows } = await sql<{ franchisee_id: number }>`
    with mine as (insert into pincode_exclusive (pincode, franchisee_id) values (${input.pincode}, ${input.franchiseeId}) on conflict (pincode) do nothing returning franchisee_id)
    select franchisee_id from mine union all select franchisee_id from pincode_exclusive where pincode = ${input.pincode}`.execute(
    db,
  );
  if (rows[0]?.franchisee_id !== input.franchiseeId)
    throw refuse('pincode.taken', { details: { pincode: input.pincode } });
  return { pincode: input.pincode };
});

export const releasePincode = handle(pincodeContract.release, async ({ db, actor, input }) => {
  ensureHeadOffice(actor);
  await db.deleteFrom('pincode_exclusive').where('pincode', '=', input.pincode).execute();
  return { pincode: input.pincode };
});

export const importOffices = handle(pincodeContract.importOffices, async ({ db, actor, input }) => {
  ensureHeadOffice(actor);
  const errors: { line: number; text: string }[] = [];
  const offices = input.rows.flatMap((row, index) => {
    const read = officeOf(row);
    if (typeof read !== 'string') return [read];
    errors.push({ line: input.firstLine + index, text: read });
    return [];
  });
  await storeOffices(db, offices);
  return { stored: offices.length, errors };
});
