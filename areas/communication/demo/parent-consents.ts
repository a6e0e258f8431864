// What the demo parent has allowed: pictures in the app, none in public; the rest waits for an answer.
import { recordConsent } from '@aangan/areas/communication/consent/consent.server.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { parent, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { actorAt, work } from '../../../db/demo/product.ts';

export async function answerForParent(database: Database): Promise<void> {
  const head = actorAt(ANDHERI, teamAt(ANDHERI).head.id);
  await work(database, head, 'parent-consents', async (db) => {
    const children = await db
      .selectFrom('student_guardian as sg')
      .innerJoin('guardian as g', (join) =>
        join.onRef('g.franchisee_id', '=', 'sg.franchisee_id').onRef('g.id', '=', 'sg.guardian_id'),
      )
      .select(['sg.student_id', 'g.id'])
      .where('sg.franchisee_id', '=', ANDHERI)
      .where('g.user_id', '=', parent.id)
      .execute();
    for (const child of children)
      await recordConsent(db, {
        franchiseeId: ANDHERI,
        subjectKind: 'STUDENT',
        subjectId: child.student_id,
        method: 'APP',
        byGuardianId: child.id,
        answers: [
          { purpose: 'EDUCATION_NOTICE', answer: 'YES' },
          { purpose: 'PHOTO_IN_APP', answer: 'YES' },
          { purpose: 'PHOTO_PUBLIC', answer: 'NO' },
        ],
      });
  });
}
