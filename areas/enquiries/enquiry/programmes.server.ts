import { refuse } from '@aangan/contract/refusal.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { programmeSetting } from './programme-setting.ts';

/** What a centre offers; without a centre what the network does. */
export const programmesOf = async (db: Db, franchiseeId: number | null): Promise<string[]> =>
  (await readSetting(db, 'enquiries', programmeSetting, franchiseeId ?? HEAD_OFFICE)).names;

/** 422 on `field` for a programme the centre does not offer; one that an enquiry has already may stay. */
export async function ensureProgramme(
  db: Db,
  franchiseeId: number,
  {
    programme,
    has = null,
    field,
  }: { programme: string | null | undefined; has?: string | null; field: string },
): Promise<void> {
  if (!programme || programme === has || (await programmesOf(db, franchiseeId)).includes(programme)) return;
  throw refuse('input.invalid', { fields: { [field]: 'Choose an entry of the list' } });
}
