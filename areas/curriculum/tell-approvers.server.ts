import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { usersWith } from '../network/public.server.ts';
import { notify } from '../shell/public.server.ts';
import { curriculumModules as m } from './modules.ts';

const MOST = 20;

interface Waiting {
  /** Who handed it in: they do not decide it. */
  author: string;
  kind: string;
  title: string;
  body: string;
  link: string;
  dedupeKey: string;
}

/** A line in the bell of those who may approve what waits. */
export async function tellApprovers(db: Db, { author, ...news }: Waiting): Promise<void> {
  const people = await usersWith(db, {
    module: m.CurriculumApproval,
    write: true,
    franchiseeId: HEAD_OFFICE,
  });
  for (const { id } of people.filter((one) => one.id !== author).slice(0, MOST))
    await notify(db, { ...news, userId: id, sourceArea: 'curriculum' });
}
