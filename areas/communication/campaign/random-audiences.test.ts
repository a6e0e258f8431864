// Whom a campaign counts, whom another person approves and whom it writes to are the same people, over random audiences; an
// oracle that reads the rows once says who they are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { sized } from '@aangan/testkit/prove.ts';
import { ANDHERI, BANER, YEAR } from '@aangan/testkit/world.ts';
import { carryOut } from '../communication-testing.ts';
import { templateContract } from '../template/template.contract.ts';
import { campaignContract as contract } from './campaign.contract.ts';

const AUDIENCES = sized(30, 1000);
const FAMILIES = 40;
const now = new Date('2026-11-23T11:00:00+05:30');
let app: TestApp;
let templateId = '';

/** Small whole numbers that repeat with their seed. */
function series(seed: number) {
  let state = seed * 2_654_435_761;
  return (n: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * n);
  };
}

const uuid = (kind: number, n: number) =>
  `0190e000-0000-7000-80${String(kind).padStart(2, '0')}-${String(n).padStart(12, '0')}`;

/** Families of one or two children at two centres, in every state that says whether somebody is told. */
async function plant(): Promise<void> {
  const states = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ON_HOLD', 'WITHDRAWN'] as const;
  for (let n = 0; n < FAMILIES; n += 1) {
    const next = series(n + 1);
    const centre = n % 2 === 0 ? ANDHERI : BANER;
    await app.sql('insert into family (franchisee_id, id, name) values ($1, $2, $3)', [
      centre,
      uuid(1, n),
      `F${n}`,
    ]);
    await app.sql(
      'insert into guardian (franchisee_id, id, family_id, name, mobile) values ($1, $2, $3, $4, $5)',
      [centre, uuid(2, n), uuid(1, n), `Parent ${n}`, next(8) === 0 ? null : `+9197000${String(10_000 + n)}`],
    );
    for (let c = 0; c <= next(2); c += 1) {
      const k = n * 2 + c;
      const status = states[next(states.length)] ?? 'ACTIVE';
      await app.sql(`insert into child (id, child_no) values ($1, $2)`, [uuid(3, k), `A${400_000_000 + k}`]);
      await app.sql(
        'insert into student_admission (franchisee_id, id, academic_year_id) values ($1, $2, $3)',
        [centre, uuid(5, k), YEAR],
      );
      await app.sql(
        `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state, current_enrolment_id, search_text)
         values ($1, $2, $3, $4, $5, $6, '2022-09-01', 'FEMALE', 'STUDYING', $7, $6)`,
        [centre, uuid(4, k), uuid(3, k), uuid(1, n), `ADM/R/${k}`, `child ${k}`, uuid(5, k)],
      );
      await app.sql('update student_admission set student_id = $3 where franchisee_id = $1 and id = $2', [
        centre,
        uuid(5, k),
        uuid(4, k),
      ]);
      await app.sql(
        `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, day_session, enrolment_no, status, joined_on)
         values ($1, $2, $3, $4, $5, 'MORNING', $6, $7, '2026-06-15')`,
        [centre, uuid(5, k), uuid(4, k), YEAR, 1 + next(4), `R${k}`, status],
      );
      await app.sql(
        `insert into student_guardian (franchisee_id, student_id, guardian_id, relation, is_primary, payer_share_bp, gets_messages, restricted)
         values ($1, $2, $3, 'MOTHER', true, 10000, $4, $5)`,
        [centre, uuid(4, k), uuid(2, n), next(6) !== 0, next(8) === 0],
      );
    }
  }
}

interface Told {
  centre: number;
  guardian: string;
  student: string;
  classId: number;
  mobile: string | null;
}

before(async () => {
  app = await testApp();
  app.moveClock(now);
  await plant();
  const { id } = await app.as('Meera').call(templateContract.save, {
    name: 'Closed',
    userType: 'PARENT',
    type: 'SMS',
    category: 'SERVICE_IMPLICIT',
    variables: [],
    variants: [
      {
        language: 'en',
        body: 'Dear {#var#}, we are closed. {#var#}',
        map: ['name', 'centre'],
        dltEntityId: '1'.repeat(19),
        dltTemplateId: '2'.repeat(19),
        header: 'AANGAN',
      },
    ],
    submit: true,
  });
  const { version } = await app.as('Meera').call(templateContract.get, { id });
  await app.as('Kavi').call(templateContract.activate, { id }, { version });
  templateId = id;
});
after(() => app?.close());

test(`${AUDIENCES} random audiences: preview = approval = send, and nobody else`, async () => {
  const told = await app.sql<Told>(
    `select g.franchisee_id as centre, g.id as guardian, s.id as student, e.class_id as "classId", g.mobile from enrolment e
       join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
       join student_guardian sg on sg.franchisee_id = s.franchisee_id and sg.student_id = s.id join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id
      where e.status in ('ACTIVE', 'ON_HOLD') and sg.gets_messages and not sg.restricted and not g.deceased`,
  );
  const unlike = { preview: 0, approval: 0, send: 0, foreign: 0 };
  let approved = 0;
  let largest = 0;
  for (let seed = 1; seed <= AUDIENCES; seed += 1) {
    const next = series(seed);
    const some = <T>(of: readonly T[], most: number): T[] => of.filter(() => next(of.length) < most);
    const network = next(2) === 0;
    const centres = network ? ([[ANDHERI], [BANER], [ANDHERI, BANER]][next(3)] ?? [ANDHERI]) : [ANDHERI];
    const classIds = next(3) === 0 ? [] : some([1, 2, 3, 4], 2);
    const studentIds =
      network || next(4) !== 0
        ? []
        : some(
            told.filter(({ centre }) => centre === ANDHERI).map(({ student }) => student),
            4,
          );
    const chosen = ({ classId, student }: Told) =>
      classIds.length + studentIds.length === 0 || classIds.includes(classId) || studentIds.includes(student);
    const wanted = new Map(
      told
        .filter((one) => centres.includes(one.centre) && chosen(one))
        .map((one) => [one.guardian, one.mobile]),
    );
    const reachable = new Map<string | null, string>();
    for (const [guardian, mobile] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1)))
      if (mobile && !reachable.has(mobile)) reachable.set(mobile, guardian);
    const words = {
      page: 'SEND_SMS' as const,
      templateId,
      audience: {
        people: 'PARENT' as const,
        ...(network ? { centreIds: centres } : {}),
        classIds,
        studentIds,
      },
    };
    const who = network ? app.as('Meera') : app.as('Bina');
    const check = await who.call(contract.check, words);
    if (check.matched !== wanted.size || check.reached !== reachable.size) unlike.preview += 1;
    if (check.reached === 0) continue;
    largest = Math.max(largest, check.reached);
    const { id, status } = await who.call(contract.save, {
      ...words,
      title: `Round ${seed}`,
      send: true,
      reached: check.reached,
    });
    if (network) {
      assert.equal(status, 'WAITING_APPROVAL');
      const waiting = await app.as('Asha').call(contract.get, { id });
      if (waiting.reached !== check.reached) unlike.approval += 1;
      await app.as('Asha').call(contract.approve, { id }, { version: waiting.version });
      approved += 1;
    }
    // Nothing leaves here: what waits for a provider would only stand in the way of the next round.
    await app.sql("delete from outbox where kind in ('communication.send', 'communication.send-again')");
    await carryOut(app, new Date(now.getTime() + 60_000));
    const sent = await app.sql<{ to: string }>(
      `select to_id as to from message where source_kind = 'campaign' and source_id = $1 and status <> 'SUPPRESSED'`,
      [id],
    );
    if (sent.length !== check.reached || new Set(sent.map(({ to }) => to)).size !== sent.length)
      unlike.send += 1;
    unlike.foreign += sent.filter(({ to }) => !wanted.has(to)).length;
  }
  publishFigure({ promise: 'audience', audiences: AUDIENCES, approved, largest, ...unlike });
  assert.deepEqual(unlike, { preview: 0, approval: 0, send: 0, foreign: 0 });
  assert.ok(largest > 5 && approved > 0, 'there is something to compare');
});
