// The law of the buckets under random work (enquiries.md 3.2, story 2): after any operations the seven open buckets hold
// every open enquiry once, and what one person saw is never overwritten by another.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { sized } from '@aangan/testkit/prove.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { openBuckets, overdueDays } from '../enquiry/bucket.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { userActions } from '../enquiry/enquiry.states.ts';
import { followUpContract, outcomes } from '../enquiry/follow-up.contract.ts';
import { mergeContract } from '../merge/merge.contract.ts';
import { pipelineContract } from './pipeline.contract.ts';
import { NOW, type PipelineApp, pipelineApp, reasonNamed } from './pipeline-testing.ts';

const OPERATIONS = Number(process.env['OPERATIONS'] ?? sized(2_000, 10_000));
const CHECK_EVERY = 1000;
const AT_ONCE = 4;
const PEOPLE = ['Esha', 'Bina'] as const;

let kit: PipelineApp;
before(async () => {
  kit = await pipelineApp();
});
after(() => kit.app.close());

/** mulberry32: the same seed gives the same work. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Chance of one operation: its own, so that several under way at once do not take turns from each other. */
interface Chance {
  random: () => number;
  pick: <T>(list: readonly T[]) => T;
}
const chanceOf = (seed: number): Chance => {
  const random = randomOf(seed);
  return { random, pick: (list) => list[Math.floor(random() * list.length)] as (typeof list)[number] }; // never empty
};

/** What the model knows of an enquiry: enough to ask the next thing of it. */
interface Known {
  id: string;
  version: number;
  mergeId: string | null;
}

test(`the seven buckets hold every open enquiry once after ${OPERATIONS} random operations`, async () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`seed ${seed}: SEED=${seed} repeats it`);
  const { app } = kit;
  const reasons = await Promise.all(['Fees', 'Age', 'Distance'].map((name) => reasonNamed(app, name)));
  const known: Known[] = [];
  let clock = NOW;
  const stale = { tried: 0, refused: 0 };
  const dayIn = ({ random }: Chance, days: number) => addDays(todayIst(clock), Math.floor(random() * days));
  const instantIn = ({ random }: Chance, days: number) =>
    new Date(clock.getTime() + (1 + Math.floor(random() * days)) * 86_400_000).toISOString();

  const captureOne = async ({ random, pick }: Chance) => {
    const saved = await app.as(pick(PEOPLE)).call(
      enquiryContract.capture,
      kit.family({
        walkIn: random() < 0.2,
        children: [{ firstName: pick(['Vivaan', 'Ishaan', 'Myra']), classId: 3 }],
      }),
    );
    for (const one of saved.enquiries) known.push({ id: one.id, version: 1, mergeId: null });
  };
  const versionOf = (body: unknown, one: Known) => {
    if (typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'number')
      one.version = body.version;
  };
  const moveOne = async (chance: Chance, one: Known) => {
    const { random, pick } = chance;
    const answer = await app.as(pick(PEOPLE)).raw(
      enquiryContract.moveStage,
      {
        id: one.id,
        action: pick(userActions),
        contact: pick(['CALL', 'VISIT']),
        interested: random() < 0.5,
        withoutAppointment: true,
        note: 'A note that is long enough',
        reason: 'A reason that is long enough',
        programme: 'Regular',
        classId: 3,
        appointmentAt: instantIn(chance, 20),
        lostReasonId: pick(reasons),
        nextFollowUpOn: random() < 0.5 ? dayIn(chance, 30) : null,
      },
      { version: one.version },
    );
    versionOf(answer.body, one);
  };
  const logOne = async (chance: Chance, one: Known) => {
    const { pick } = chance;
    const outcome = pick(outcomes);
    const answer = await app.as(pick(PEOPLE)).raw(
      followUpContract.log,
      {
        enquiryId: one.id,
        outcome,
        channel: pick(['CALL', 'VISIT', 'WHATSAPP']),
        note: 'Random talk with them',
        ...(outcome === 'APPOINTMENT' ? { nextAt: instantIn(chance, 10) } : { nextOn: dayIn(chance, 40) }),
      },
      { version: one.version },
    );
    versionOf(answer.body, one);
  };
  const editTwice = async (one: Known) => {
    const [first, second] = await Promise.all(
      PEOPLE.map((who, i) =>
        app
          .as(who)
          .raw(
            enquiryContract.update,
            { id: one.id, changes: { pincode: `40005${i}` } },
            { version: one.version },
          ),
      ),
    );
    const done = [first, second].filter((answer) => answer?.status === 200);
    stale.tried += 1;
    stale.refused += [first, second].filter((answer) => answer?.status === 412).length;
    assert.ok(done.length <= 1, 'two edits of one version were both taken');
    versionOf(done[0]?.body, one);
  };
  const manyAtOnce = async (chance: Chance) => {
    const { random, pick } = chance;
    const some = Array.from({ length: 5 }, () => pick(known));
    const ids = some.map((one) => one.id);
    const esha = app.as('Esha');
    if (random() < 0.7) await esha.raw(pipelineContract.planMany, { ids, nextFollowUpOn: dayIn(chance, 60) });
    else await esha.raw(pipelineContract.closeMany, { ids, lostReasonId: pick(reasons) });
    await refresh(some);
  };
  const joinOne = async ({ pick }: Chance, one: Known) => {
    const other = pick(known);
    if (one.mergeId) {
      await app.as('Esha').raw(mergeContract.undoMerge, { id: one.mergeId });
      one.mergeId = null;
    } else if (one !== other) {
      const pair = await app.as('Esha').raw(mergeContract.compare, { oneId: one.id, otherId: other.id });
      if (pair.status !== 200) return;
      const { a, b } = pair.body as { a: Known; b: Known };
      const merged = await app.as('Esha').raw(mergeContract.merge, {
        survivorId: a.id,
        survivorVersion: a.version,
        mergedId: b.id,
        mergedVersion: b.version,
      });
      if (merged.status === 200) one.mergeId = (merged.body as { id: string }).id;
    }
    await refresh([one, other]);
  };
  const refresh = async (some: readonly Known[]) => {
    const rows = await app.sql<{ id: string; version: number }>(
      'select id, version from enquiry where id = any ($1)',
      [some.map((one) => one.id)],
    );
    for (const one of some) one.version = rows.find((row) => row.id === one.id)?.version ?? one.version;
  };

  const operate = async (i: number, one: Known) => {
    const chance = chanceOf(seed + i);
    const what = chance.random();
    if (what < 0.03) await captureOne(chance);
    else if (what < 0.5) await moveOne(chance, one);
    else if (what < 0.9) await logOne(chance, one);
    else if (what < 0.94) await editTwice(one);
    else if (what < 0.97) await manyAtOnce(chance);
    else if (what < 0.99) await joinOne(chance, one);
    else {
      // Follow-ups live by days: time goes on.
      clock = new Date(clock.getTime() + Math.floor(chance.random() * 3) * 86_400_000);
      app.moveClock(clock);
    }
  };
  const chance = chanceOf(seed);
  for (let i = 0; i < 30; i += 1) await captureOne(chance);
  for (let i = 0; i < OPERATIONS; i += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, () => chance.pick(known));
    await Promise.all(some.map((one, n) => operate(i + n + 1, one)));
    if ((i + AT_ONCE) % CHECK_EVERY === 0 || i + AT_ONCE >= OPERATIONS) await holds(i + AT_ONCE);
  }
  publishFigure({
    promise: 'enquiries.buckets',
    operations: OPERATIONS,
    seed,
    enquiries: known.length,
    secondEditsRefused: stale.refused,
  });
  assert.ok(stale.refused > 0 || OPERATIONS < 1000, 'no edit met another');

  async function holds(after: number): Promise<void> {
    const esha = app.as('Esha');
    const { buckets, open } = await esha.call(followUpContract.buckets, {});
    const [truth] = await app.sql<{ open: number; dateless: number; unlogged: number }>(
      `select count(*) filter (where e.is_open)::int as open, count(*) filter (where e.is_open and e.next_follow_up_on is null)::int as dateless,
        count(*) filter (where e.stage_code <> (select l.to_stage from enquiry_stage_log l where l.enquiry_id = e.id order by l.seq desc limit 1))::int as unlogged
        from enquiry e where e.franchisee_id = $1`,
      [ANDHERI],
    );
    const sum = buckets
      .filter((bucket) => openBuckets.some((slug) => slug === bucket.key))
      .reduce((total, bucket) => total + bucket.n, 0);
    assert.deepEqual(
      { sum, open, dateless: truth?.dateless, unlogged: truth?.unlogged },
      { sum: truth?.open, open: truth?.open, dateless: 0, unlogged: 0 },
      `after ${after} operations of seed ${seed}`,
    );
    for (const bucket of buckets) {
      const page = await esha.call(enquiryContract.list, { bucket: [bucket.key], limit: 200 });
      assert.equal(page.total.n, bucket.n, `${bucket.key} after ${after} of seed ${seed}`);
      for (const row of page.rows)
        assert.equal(row.overdueDays, overdueDays(row.nextFollowUpOn, todayIst(clock)), row.enquiryCode);
    }
  }
});

test('a Hot one overdue by six days stands in hot-current and says so', async () => {
  const { capture, get, app } = kit;
  app.moveClock(new Date('2027-01-09T05:30:00Z'));
  const { id, enquiryCode } = await capture({ walkIn: true });
  await app.sql("update enquiry set next_follow_up_on = '2027-01-03' where id = $1", [id]);
  const row = await get(enquiryCode);
  assert.deepEqual([row.bucket, row.overdueDays], ['hot-current', 6]);
});
