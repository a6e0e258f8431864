import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { classes } from '../../academics/public.server.ts';
import { usersWith } from '../../network/public.server.ts';
import { homesOf } from '../../shell/public.server.ts';
import { enquiryModules } from '../modules.ts';
import { exitNeeds } from '../pipeline/next-steps.ts';
import { stageSettings } from '../pipeline/stage-settings.server.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { programmesOf } from './programmes.server.ts';
import { askedOf } from './referrer.ts';

export const choices = handle(enquiryContract.choices, async ({ db, actor }) => ({
  sources: (
    await db
      .selectFrom('enquiry_source')
      .select(['id', 'name', 'needs_referrer', 'channel'])
      .where('active', '=', true)
      .orderBy('name')
      .execute()
  ).map((row) => ({
    id: row.id,
    name: row.name,
    referrer: askedOf({ needsReferrer: row.needs_referrer, channel: row.channel }),
  })),
  owners: await ownersFor(db, actor),
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
  // Codes and links of a chosen centre; over several centres they are too many to choose from.
  links:
    actor.franchiseeId === null
      ? []
      : await db
          .selectFrom('enquiry_source_link')
          .select(['id', 'label'])
          .where('franchisee_id', '=', actor.franchiseeId)
          .orderBy('created_at', 'desc')
          .limit(200)
          .execute(),
  opensOnMine: await opensOnMine(db, actor),
  programmes: await programmesOf(db, actor.franchiseeId),
  subStatuses: await db
    .selectFrom('enquiry_sub_status')
    .select(['status', 'name'])
    .where('active', '=', true)
    .orderBy('status')
    .orderBy('position')
    .execute(),
  stages: (await stageSettings(db, actor.franchiseeId)).map((stage) => ({
    ...stage,
    exitNeeds: exitNeeds.filter((need) => stage.exitNeeds.includes(need)),
  })),
}));

/** Whoever leads the centre looks at everybody's, and head office has none of its own. */
async function opensOnMine(db: Db, actor: Actor): Promise<boolean> {
  if (actor.franchiseeId === null || actor.franchiseeId === HEAD_OFFICE) return false;
  const homes = await homesOf(db, actor);
  return homes.includes('counsellor') && !homes.includes('centre');
}

/** Who may own an enquiry at the chosen centre; without one, at any centre that the actor reaches. */
const ownersFor = (db: Db, actor: Actor): Promise<{ id: string; name: string }[]> =>
  actor.franchiseeId !== null
    ? eligibleOwners(db, actor.franchiseeId)
    : usersWith(db, { ...OWNERS, ...(actor.wholeNetwork ? {} : { franchiseeIds: actor.centres }) });

const OWNERS = { module: enquiryModules.enquiry, write: true } as const;

/** People who may own an enquiry of a centre: they may change enquiries there. */
export const eligibleOwners = (db: Db, franchiseeId: number): Promise<{ id: string; name: string }[]> =>
  usersWith(db, { ...OWNERS, franchiseeId });
