import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type AgeLimits, ageSetting } from './child-age.ts';

/** How old a child of this centre's enquiries may be. */
export const ageLimitsOf = (db: Db, franchiseeId: number): Promise<AgeLimits> =>
  readSetting(db, 'enquiries', ageSetting, franchiseeId);
