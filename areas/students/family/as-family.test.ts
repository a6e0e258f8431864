// The one way a family writes: as the centre of its own child, nothing else, and only meanwhile.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openModules } from '@aangan/contract/endpoint.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import { anonymousActor, narrowTo } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { asFamily } from './as-family.server.ts';

const { Aarav, Kabir, Myra } = children;
let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const gita = narrowTo(
  {
    ...anonymousActor,
    kind: 'user',
    userId: people.Gita.id,
    centres: [ANDHERI],
    students: [Aarav.studentId],
  },
  openModules.signedIn,
  'POST',
);
const inWork = <T>(work: (db: Db) => Promise<T>, actor = gita) =>
  inUnitOfWork(app.pool, actor, { command: 'test.family-writes' }, work);
const rename = (db: Db, familyId: string) =>
  db.updateTable('family').set({ name: 'Iyer family' }).where('id', '=', familyId).executeTakeFirst();

test('a parent writes for the own child, under the own name', async () => {
  const child = await inWork((db) =>
    asFamily(db, gita, Aarav.admissionId, async (own) => {
      await rename(db, Aarav.familyId);
      return own;
    }),
  );
  assert.deepEqual(child, {
    franchiseeId: ANDHERI,
    studentId: Aarav.studentId,
    studentAdmissionId: Aarav.admissionId,
  });
  const [row] = await app.sql<{ name: string; updated_by: string }>(
    'select name, updated_by from family where id = $1',
    [Aarav.familyId],
  );
  assert.deepEqual(row, { name: 'Iyer family', updated_by: people.Gita.id });
});

test('another family’s child, another centre’s, and anybody who is no family: 404', async () => {
  const refused = (anyId: string, actor = gita) =>
    assert.rejects(
      inWork((db) => asFamily(db, actor, anyId, async () => assert.fail('never reached')), actor),
      (error: unknown) => error instanceof Refusal && error.code === 'row.not-found',
    );
  await refused(Kabir.studentId);
  await refused(Myra.admissionId);
  await refused(Aarav.studentId, narrowTo({ ...gita, students: null }, openModules.signedIn, 'POST'));
});

test('it reaches no other centre, and ends with the work', async () => {
  await inWork(async (db) => {
    await asFamily(db, gita, Aarav.studentId, async () => {
      assert.equal((await rename(db, Myra.familyId)).numUpdatedRows, 0n);
    });
    await assert.rejects(rename(db, Aarav.familyId), /permission denied|row-level security/);
  }).catch((error: { code?: string }) => assert.equal(error.code, '25P02')); // the transaction is over after the refusal
});
