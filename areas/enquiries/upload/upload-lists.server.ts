import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ageLimitsOf } from '../enquiry/age-limits.server.ts';
import { eligibleOwners } from '../enquiry/enquiry-choices.server.ts';
import { limitsOf } from '../enquiry/limits.server.ts';
import { programmesOf } from '../enquiry/programmes.server.ts';
import type { UploadLists } from './read-upload.server.ts';
import { stageListsOf } from './upload-stage.server.ts';

/** The lists of a centre that the cells of its rows are read against. */
export async function uploadLists(db: Db, centre: number, now: Date): Promise<UploadLists> {
  const lower = <V>(pairs: (readonly [string, V])[]) =>
    new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  const sources = await db
    .selectFrom('enquiry_source')
    .select(['id', 'name'])
    .where('active', '=', true)
    .execute();
  const classes = await db
    .selectFrom('class')
    .select(['id', 'name', 'code', 'short_name'])
    .where('active', '=', true)
    .execute();
  const owners = await eligibleOwners(db, centre);
  const mails =
    owners.length === 0
      ? []
      : await db
          .selectFrom('app_user')
          .select(['id', 'email_norm'])
          .where(
            'id',
            'in',
            owners.map((one) => one.id),
          )
          .execute();
  return {
    now,
    programmes: await programmesOf(db, centre),
    ages: await ageLimitsOf(db, centre),
    limits: await limitsOf(db, centre),
    sources: lower(sources.map((one) => [one.name, one.id] as const)),
    sourceNames: sources.map((one) => one.name),
    classNames: classes.map((one) => one.name),
    stage: await stageListsOf(db, centre),
    classes: lower(
      classes.flatMap((one) => [one.name, one.code, one.short_name].map((name) => [name, one.id] as const)),
    ),
    owners: lower(mails.flatMap((one) => (one.email_norm ? [[one.email_norm, one.id] as const] : []))),
  };
}
