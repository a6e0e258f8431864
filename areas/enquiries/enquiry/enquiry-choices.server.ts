import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { classes } from '../../academics/public.server.ts';
import { usersWith } from '../../network/public.server.ts';
import { enquiryModules } from '../modules.ts';
import { enquiryContract } from './enquiry.contract.ts';

export const choices = handle(enquiryContract.choices, async ({ db, actor }) => ({
  sources: (
    await db
      .selectFrom('enquiry_source')
      .select(['id', 'name', 'needs_referrer'])
      .where('active', '=', true)
      .orderBy('name')
      .execute()
  ).map((row) => ({ id: row.id, name: row.name, needsReferrer: row.needs_referrer })),
  owners: await eligibleOwners(db, actor.franchiseeId),
  classes: (await classes(db)).map(({ id, name, ageFromMonths, ageToMonths }) => ({
    id,
    name,
    ageFromMonths,
    ageToMonths,
  })),
  lostReasons: (
    await db
      .selectFrom('lost_reason')
      .select(['id', 'name', 'needs_competitor'])
      .where('active', '=', true)
      .orderBy('name')
      .execute()
  ).map((row) => ({ id: row.id, name: row.name, needsCompetitor: row.needs_competitor })),
  subStatuses: await db
    .selectFrom('enquiry_sub_status')
    .select(['status', 'name'])
    .where('active', '=', true)
    .orderBy('status')
    .orderBy('position')
    .execute(),
}));

/** People who may own an enquiry of a centre: they may change enquiries there. */
export const eligibleOwners = (
  db: Db,
  franchiseeId: number | null,
): Promise<{ id: string; name: string }[]> =>
  usersWith(db, {
    module: enquiryModules.enquiry,
    write: true,
    ...(franchiseeId === null ? {} : { franchiseeId }),
  });
