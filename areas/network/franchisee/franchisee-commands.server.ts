import { gstinParts } from '@aangan/contract/india.ts';
import { phoneNorm } from '@aangan/contract/phone.ts';
import { refuse as platform } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensureFresh } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { refuse } from '../network-refusals.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { franchiseeLabel } from './franchisee-label.ts';
import { keepPaper, lockCentre, noteEvent } from './franchisee-rows.server.ts';

type Values = z.output<typeof franchiseeContract.update.input>['changes'];

/** Contract names to columns; undefined = untouched, null = cleared. */
export function columnsOf(values: Values) {
  const columns = {
    company_name: values.companyName,
    legal_name: values.legalName,
    code: values.code,
    model: values.model,
    zone_id: values.zoneId,
    city_id: values.cityId,
    brand_id: values.brandId,
    address1: values.address1,
    address2: values.address2,
    landmark: values.landmark,
    pincode: values.pincode,
    lat: values.lat,
    lng: values.lng,
    phone: values.phone,
    email: values.email,
    gstin: values.gstin,
    tan: values.tan,
    udise_code: values.udiseCode,
    opens_at: values.opensAt,
    closes_at: values.closesAt,
    languages: values.languages,
    ...(values.gstin === undefined
      ? {}
      : { gst_state_code: values.gstin === null ? null : gstinParts(values.gstin).stateCode }),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Omit<
    typeof columns,
    'company_name' | 'model' | 'languages'
  > & { company_name?: string; model?: 'FOFO' | 'COCO'; languages?: string[] };
}

async function ensureNameFree(db: Db, name: string | undefined, but: number | null): Promise<void> {
  if (name === undefined) return;
  const same = await db
    .selectFrom('franchisee')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['company_name']), '=', name.toLowerCase()))
    .$if(but !== null, (qb) => qb.where('id', '<>', but ?? 0))
    .executeTakeFirst();
  if (same)
    throw refuse('franchisee.name-used', {
      fields: { companyName: 'There is already a centre of this name.' },
    });
}

/** What belongs to the whole network is changed by those who hold the right there. */
export function ensureNetwork(actor: Actor): void {
  if (!actor.wholeNetwork) throw platform('module.missing');
}

export const createFranchisee = handle(franchiseeContract.create, ({ db, input, actor }) => {
  ensureNetwork(actor);
  // A chosen centre's scope does not hold the new one.
  return withWholeReach(db, actor, async () => {
    await ensureNameFree(db, input.companyName, null);
    const row = await db
      .insertInto('franchisee')
      .values({ ...columnsOf(input), company_name: input.companyName, model: input.model })
      .returning(['id', 'company_name'])
      .executeTakeFirstOrThrow();
    await noteEvent(db, { franchiseeId: row.id, action: 'create', to: 'LEAD' });
    return { id: row.id, label: franchiseeLabel(row.id, row.company_name) };
  });
});

export const updateFranchisee = handle(franchiseeContract.update, async ({ db, actor, input, version }) => {
  const row = await lockCentre(db, actor, input.franchiseeId);
  await ensureNameFree(db, input.changes.companyName, row.id);
  await ensurePan(db, row.partner_id, input.changes.gstin);
  const columns = columnsOf(input.changes);
  if (Object.keys(columns).length === 0) return { id: row.id, version: row.version };
  const done = await db
    .updateTable('franchisee')
    .set(columns)
    .where('id', '=', row.id)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  return { id: row.id, version: version + 1 };
});

/** Refuses a GSTIN of another PAN than the partner's. */
export async function ensurePan(
  db: Db,
  partnerId: string | null,
  gstin: string | null | undefined,
): Promise<void> {
  if (!partnerId || !gstin) return;
  const partner = await db.selectFrom('partner').select('pan').where('id', '=', partnerId).executeTakeFirst();
  if (partner && partner.pan !== gstinParts(gstin).pan)
    throw refuse('franchisee.pan-mismatch', {
      fields: { gstin: 'This GSTIN belongs to another PAN than the partner’s.' },
    });
}

export const updateOwnFranchisee = handle(
  franchiseeContract.updateOwn,
  async ({ db, actor, input, version }) => {
    const id = chosenCentre(actor);
    const photo = await keepPaper(db, input.photoFileId, { kind: 'FRANCHISEE', id: String(id) }, [
      'jpg',
      'png',
      'webp',
    ]);
    const changes = Object.fromEntries(
      Object.entries({
        phone: input.phone,
        email: input.email,
        opens_at: input.opensAt,
        closes_at: input.closesAt,
        languages: input.languages,
        photo_file_id: input.photoFileId,
        photo_home: photo?.file_home,
      }).filter(([, value]) => value !== undefined),
    );
    if (Object.keys(changes).length === 0) return { id, version };
    const done = await db
      .updateTable('franchisee')
      .set(changes)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    ensureFresh(done.numUpdatedRows);
    return { id, version: version + 1 };
  },
);

export const moveZone = handle(franchiseeContract.moveZone, async ({ db, actor, input }) => {
  const zone = await db
    .selectFrom('zone')
    .select(['id', 'name'])
    .where('id', '=', input.zoneId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!zone) throw refuse('zone.wrong', { fields: { zoneId: 'Choose an active zone' } });
  let moved = 0;
  // By number, so that two people moving the same centres do not wait for each other in a circle.
  for (const id of [...new Set(input.franchiseeIds)].sort((a, b) => a - b)) {
    const row = await lockCentre(db, actor, id);
    if (row.zone_id === zone.id) continue;
    const before =
      row.zone_id === null
        ? null
        : await db.selectFrom('zone').select('name').where('id', '=', row.zone_id).executeTakeFirst();
    await db.updateTable('franchisee').set({ zone_id: zone.id }).where('id', '=', id).execute();
    await noteEvent(db, {
      franchiseeId: id,
      action: `moved from zone ${before?.name ?? '–'} to ${zone.name}`,
      reason: input.reason,
      detail: { from: row.zone_id, to: zone.id },
    });
    moved += 1;
  }
  return { moved };
});

/** Hints of the form: the same GSTIN or phone, or a like name in the same city. */
export const similarCentres = handle(franchiseeContract.similar, async ({ db, input }) => {
  const name = input.companyName?.trim() ?? '';
  const phone = phoneNorm(input.phone ?? '');
  const gstin = input.gstin?.trim().toUpperCase() ?? '';
  const hits: { test: RawBuilder<boolean>; why: string }[] = [
    ...(gstin.length === 15 ? [{ test: sql<boolean>`gstin = ${gstin}`, why: 'Same GSTIN' }] : []),
    ...(phone ? [{ test: sql<boolean>`phone = ${phone}`, why: 'Same phone' }] : []),
    ...(name.length >= 3
      ? [
          {
            test: sql<boolean>`(city_id = ${input.cityId ?? 0} and company_name ilike ${contains(name)} or lower(company_name) = ${name.toLowerCase()})`,
            why: 'Like name',
          },
        ]
      : []),
  ];
  const rows: { id: number; label: string; why: string }[] = [];
  for (const { test, why } of hits) {
    const found = await db
      .selectFrom('franchisee')
      .select(['id', 'company_name'])
      .where(test)
      .orderBy('id')
      .limit(5)
      .execute();
    for (const row of found)
      if (!rows.some((one) => one.id === row.id))
        rows.push({ id: row.id, label: franchiseeLabel(row.id, row.company_name), why });
  }
  return { rows };
});
