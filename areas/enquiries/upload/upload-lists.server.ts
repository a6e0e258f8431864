import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ageLimitsOf } from '../enquiry/age-limits.server.ts';
import type { AgeLimits } from '../enquiry/child-age.ts';
import { eligibleOwners } from '../enquiry/enquiry-choices.server.ts';
import { limitsOf } from '../enquiry/limits.server.ts';
import type { Limits } from '../enquiry/limits-setting.ts';
import { programmesOf } from '../enquiry/programmes.server.ts';
import { type StageLists, stageListsOf } from './upload-stage.server.ts';

export interface UploadLists {
  now: Date;
  /** Lower-case name -> id; names as people write them. */
  sources: ReadonlyMap<string, string>;
  sourceNames: readonly string[];
  /** Lower-case e-mail address -> id. */
  owners: ReadonlyMap<string, string>;
  ages: AgeLimits;
  limits: Limits;
  programmes: readonly string[];
  stage: StageLists;
}

/** The lists of a centre that its rows are read against. */
export async function uploadLists(db: Db, centre: number, now: Date): Promise<UploadLists> {
  const sources = await db
    .selectFrom('enquiry_source')
    .select(['id', 'name'])
    .where('active', '=', true)
    .execute();
  const owners = (await eligibleOwners(db, centre)).map(({ id }) => id);
  const mails =
    owners.length === 0
      ? []
      : await db.selectFrom('app_user').select(['id', 'email_norm']).where('id', 'in', owners).execute();
  return {
    now,
    programmes: await programmesOf(db, centre),
    ages: await ageLimitsOf(db, centre),
    limits: await limitsOf(db, centre),
    sources: new Map(sources.map(({ id, name }) => [name.toLowerCase(), id])),
    sourceNames: sources.map(({ name }) => name),
    stage: await stageListsOf(db, centre),
    owners: new Map(mails.flatMap((one) => (one.email_norm ? [[one.email_norm.toLowerCase(), one.id]] : []))),
  };
}
