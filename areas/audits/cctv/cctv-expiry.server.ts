import { addDays, type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchiseeLabels, usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { auditsModules as m } from '../modules.ts';
import { type CctvKind, cctvKinds } from './cctv-document.states.ts';

/** Days before the last day on which the centre is reminded (areas/audits.md 6). */
const THRESHOLDS = [30, 7, 0] as const;

const endingOn = (db: Db, days: readonly Day[]) =>
  db
    .selectFrom('cctv_document')
    .select(['franchisee_id', 'id', 'kind', 'valid_to'])
    .where('status', '=', 'VERIFIED')
    .where('superseded_at', 'is', null)
    .where('valid_to', 'in', days)
    .execute();

type Ending = Awaited<ReturnType<typeof endingOn>>[number];

async function remind(db: Db, one: Ending, today: Day): Promise<number> {
  const { franchisee_id: franchiseeId, id, kind, valid_to } = one;
  if (valid_to === null) return 0;
  const centre = (await franchiseeLabels(db, [franchiseeId])).get(franchiseeId) ?? '';
  const people = await usersWith(db, { module: m.cctvDocUpload, write: true, franchiseeId });
  for (const person of people)
    await notify(db, {
      userId: person.id,
      kind: 'audits.cctv-expiring',
      title: `${cctvKinds[kind as CctvKind]} of ${centre} ends on ${formatDate(valid_to)}.`,
      body: 'Upload the next one in time.',
      link: `/cctvDocUpload/edit/${id}`,
      sourceArea: 'audits',
      dedupeKey: `cctv:${id}:ends:${valid_to}:${today}`,
    });
  return people.length;
}

export const expiryJob: JobDeclaration = {
  name: 'audits.cctv-expiry',
  title: 'CCTV documents that end',
  schedule: '0 7 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 43_200,
  timeoutS: 600,
  run: async ({ now, work }) => {
    const today = todayIst(now);
    const ending = await work(null, (db) =>
      endingOn(
        db,
        THRESHOLDS.map((n) => addDays(today, n)),
      ),
    );
    return eachPart(
      ending,
      ({ id }) => `document ${id}`,
      (one) => work(one.franchisee_id, (db) => remind(db, one, today)),
    );
  },
};
