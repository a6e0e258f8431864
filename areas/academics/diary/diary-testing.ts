// What tests of diaries and homework share: uploaded pictures, consents, Divya's section.

import { randomUUID } from 'node:crypto';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, type PersonName, staffIds } from '@aangan/testkit/world.ts';
import { NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { recordConsent } from '../../communication/public.server.ts';
import { sectionContract } from '../structure/section.contract.ts';

/** A picture that this person uploaded at Andheri. */
export const uploadedPicture = (app: TestApp, by: PersonName, name = 'tower.jpg'): Promise<string> =>
  uploadedFile(app, { by, name });

/** What a guardian says to pictures for the class. */
export const answerPhotos = (app: TestApp, studentId: string, answer: 'YES' | 'NO' | 'WITHDRAWN') =>
  inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test.consent' }, (db) =>
    recordConsent(db, {
      franchiseeId: ANDHERI,
      subjectKind: 'STUDENT',
      subjectId: studentId,
      answers: [{ purpose: 'PHOTO_IN_APP', answer }],
      method: 'APP',
    }),
  );

/** Divya teaches Nursery A, Bina adds Nursery B; returns B and a subject of the class. */
export async function classroomOf(app: TestApp): Promise<{ nurseryB: string; subjectId: string }> {
  await app.as('Bina').call(sectionContract.setTeacher, {
    sectionId: sections[ANDHERI],
    part: 'CLASS_TEACHER',
    staffId: staffIds.Divya,
    fromOn: '2026-06-15',
  });
  const { id: nurseryB } = await app.as('Bina').call(sectionContract.save, {
    id: null,
    version: null,
    classId: NURSERY,
    name: 'B',
    daySession: 'MORNING',
    startsAt: '09:00',
    endsAt: '12:00',
    capacity: 20,
  });
  const subjectId = randomUUID();
  await app.sql(
    `insert into subject (id, name, code, kind, position) values ($1, 'Numbers', 'NUM', 'CORE', 1)`,
    [subjectId],
  );
  await app.sql('insert into subject_class (subject_id, class_id) values ($1, $2)', [subjectId, NURSERY]);
  return { nurseryB, subjectId };
}
