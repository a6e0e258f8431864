// Credit and debit notes through HTTP: worked examples #25, #25u, #30, #30d of finance.md 3.11, refusals, other centres.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, HEAD_OFFICE } from '@aangan/testkit/world.ts';
import {
  activate,
  agreedRoyalty,
  approved,
  type Child,
  childAt,
  financeApp,
  type NurseryPlan,
  nurseryPlan,
  paid,
  r,
  sibling,
} from '../assignment/nursery-testing.ts';
import { openDue } from '../franchisee-due/franchisee-due.server.ts';
import { noteContract as contract, notes } from './note.contract.ts';
import { creditOfLine, taxWith } from './note-money.ts';

let app: TestApp;
let plan: NurseryPlan;
before(async () => {
  app = await financeApp();
  await agreedRoyalty(app, 1500);
  plan = await nurseryPlan(app);
});
after(() => app.close());

const asha = () => app.as('Asha', { centre: null });
const chetan = () => app.as('Chetan', { centre: null });

/** A child that is billed 45,500 on 5 April with the first instalment, and has paid it. */
async function paidChild(label: string): Promise<Child> {
  const child = await childAt(app, label);
  await approved(app, plan, child, [sibling]);
  await activate(app, child);
  await paid(app, child, r(45_500));
  return child;
}

async function linesOf({ accountId }: Child) {
  const { lines } = await asha().call(contract.choices, { feeAccountId: accountId });
  return (name: string) => lines.find((line) => line.label.includes(name))?.id ?? '';
}

const credit = (child: Child, lines: { feeLineId: string; amount: number }[], more: object = {}) => ({
  party: 'STUDENT' as const,
  type: 'CREDIT' as const,
  feeAccountId: child.accountId,
  reasonCode: 'GOODWILL' as const,
  reason: 'As agreed with the family',
  lines,
  ...more,
});

async function approve(id: string, who = chetan()) {
  const { version } = await who.call(contract.get, { id });
  return who.call(contract.approve, { id }, { version });
}

/** Balance of an account of a book, paise; debit above zero. */
async function balance(franchiseeId: number, account: string, party?: string): Promise<number> {
  const [row] = await app.sql<{ sum: string }>(
    `select coalesce(sum(amount), 0) as sum from ledger_posting where franchisee_id = $1 and account_code = $2 and ($3::text is null or party_id = $3)`,
    [franchiseeId, account, party ?? null],
  );
  return Number(row?.sum);
}

test('half of a concession goes with half of the income; tax goes in its share', () => {
  const tuition = { gross: r(15_000), concession: r(1_500), adjusted: 0, tax: 0, net: r(13_500) };
  assert.deepEqual(creditOfLine(tuition, r(6_750)), {
    taxable: r(6_750),
    tax: 0,
    income: r(7_500),
    concession: r(750),
  });
  const taxed = { gross: r(1_000), concession: 0, adjusted: 0, tax: r(180), net: r(1_180) };
  assert.deepEqual(creditOfLine(taxed, r(590)), {
    taxable: r(500),
    tax: r(90),
    income: r(500),
    concession: 0,
  });
  assert.equal(taxWith(r(1_725), { taxable: r(4_950), tax: r(891) }), r(310.5));
});

test('#25, #25u: a credit note on paid lines frees the money, takes royalty back and is numbered once', async () => {
  const child = await paidChild('Ishaan N.');
  const line = await linesOf(child);
  const lines = [
    { feeLineId: line('Tuition'), amount: r(6_750) },
    { feeLineId: line('Activity'), amount: r(4_750) },
  ];
  const asked = credit(child, lines, { reasonCode: 'WITHDRAWAL' });
  const { reason: _, ...preview } = asked;
  const seen = await asha().call(contract.preview, preview);
  // 15 % of 11,500.
  assert.deepEqual(
    [seen.total, seen.tax, seen.freed, seen.royalty, seen.refusal],
    [r(11_500), 0, r(11_500), r(1_725), null],
  );
  const income = await Promise.all(['4110', '4140', '4190'].map((code) => balance(ANDHERI, code)));
  const { id, total } = await asha().call(contract.submit, asked);
  assert.equal(total, r(11_500));
  assert.equal(await balance(ANDHERI, '2100', child.accountId), 0, 'asking books nothing');
  await asha().refused(contract.approve, { id }, 'approval.own', { version: 1 });

  const twice = await Promise.allSettled([approve(id), approve(id)]);
  assert.equal(twice.filter((one) => one.status === 'fulfilled').length, 1);
  const note = await chetan().call(contract.get, { id });
  assert.match(note.number ?? '', /^C002\/2627\/\d{6}$/);
  assert.equal(await balance(ANDHERI, '2100', child.accountId), -r(11_500));
  assert.equal(await balance(ANDHERI, '1200', child.accountId), r(13_500 * 3));
  const change = await Promise.all(['4110', '4140', '4190'].map((code) => balance(ANDHERI, code)));
  assert.deepEqual(
    change.map((now, at) => now - (income[at] ?? 0)),
    [r(7_500), r(4_750), -r(750)],
  );
  const [royalty] = await app.sql<{ sum: string }>(
    `select sum(royalty) as sum from royalty_accrual where fee_account_id = $1 and reverses_id is not null`,
    [child.accountId],
  );
  assert.equal(Number(royalty?.sum), -r(1_725));
  const [tuition] = await app.sql<Record<string, number>>(
    'select adjusted, net, allocated from fee_line where id = $1',
    [line('Tuition')],
  );
  assert.deepEqual(Object.values(tuition ?? {}).map(Number), [r(6_750), r(6_750), r(6_750)]);
  assert.equal(
    note.postings.reduce((sum, one) => sum + one.amount, 0),
    0,
  );
});

test('a credit on an open line lowers it; what comes free pays the other open charges', async () => {
  const child = await childAt(app, 'Meher N.');
  await approved(app, plan, child, [sibling]);
  await activate(app, child);
  await paid(app, child, r(10_000)); // on the admission fee: the first by priority
  const line = await linesOf(child);
  const { id } = await asha().call(
    contract.submit,
    credit(child, [{ feeLineId: line('Admission'), amount: r(10_000) }]),
  );
  await approve(id);
  assert.equal(await balance(ANDHERI, '2100', child.accountId), 0);
  const [open] = await app.sql<{ allocated: string }>(
    'select sum(allocated) as allocated from fee_line where fee_account_id = $1',
    [child.accountId],
  );
  assert.equal(Number(open?.allocated), r(10_000));
});

test('a debit note charges the child, tax taken out of the amount', async () => {
  const child = await paidChild('Tara N.');
  const before = await balance(ANDHERI, '1200', child.accountId);
  const { id } = await asha().call(contract.submit, {
    party: 'STUDENT',
    type: 'DEBIT',
    feeAccountId: child.accountId,
    reasonCode: 'EXTRA_HOURS',
    amount: r(1_180),
    reason: 'Four evenings until seven',
    lines: [],
  });
  const { number } = await approve(id);
  assert.match(number, /^D002\/2627\/\d{6}$/);
  assert.equal(await balance(ANDHERI, '1200', child.accountId), before + r(1_180));
  const note = await chetan().call(contract.get, { id });
  assert.deepEqual([note.taxable, note.tax, note.total], [r(1_000), r(180), r(1_180)]);
});

/** A royalty invoice of the centre, as the month run opens its due. */
const royaltyDue = (number: string, taxable: number, tax: number) =>
  inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) =>
    openDue(db, {
      franchiseeId: ANDHERI,
      kind: 'ROYALTY',
      sourceId: randomUUID(),
      number,
      label: 'Royalty of March 2026',
      issuedOn: '2026-04-02',
      dueOn: '2026-04-20',
      taxable,
      tax,
    }),
  );

test('a centre without a state waits for it', async () => {
  const { dueId } = await royaltyDue('ROY/26-27/900000', r(100), r(18));
  const asked = {
    party: 'FRANCHISEE' as const,
    type: 'CREDIT' as const,
    franchiseeId: ANDHERI,
    dueId,
    amount: 100,
  };
  const note = { ...asked, reasonCode: 'WAIVER' as const, reason: 'Flood of the ground floor', lines: [] };
  await chetan().refused(contract.submit, note, 'note.no-state');
  await app.sql(
    `update franchisee set gst_state_code = case when id = 1 then '29' else '27' end where id <= 3`,
  );
});

test('#30, #30d: notes between head office and a centre stand in both books and on the dues', async () => {
  const { dueId } = await royaltyDue('ROY/26-27/900001', r(4_950), r(891));
  const owes = async () => [
    -(await balance(ANDHERI, '2400')),
    await balance(HEAD_OFFICE, '1400', String(ANDHERI)),
  ];
  const before = await owes();
  const asked = {
    party: 'FRANCHISEE' as const,
    type: 'CREDIT' as const,
    franchiseeId: ANDHERI,
    reasonCode: 'ROYALTY_ADJUST' as const,
    dueId,
    amount: r(1_725),
    reason: 'A refund of March came after the run',
    lines: [],
  };
  const { id } = await chetan().call(contract.submit, asked);
  await chetan().refused(contract.approve, { id }, 'approval.own', { version: 1 });
  const { number } = await approve(id, asha());
  assert.match(number, /^RCN\/26-27\/\d{6}$/);
  const fallen = await owes();
  assert.deepEqual(
    fallen.map((now, at) => now - (before[at] ?? 0)),
    [-r(2_035.5), -r(2_035.5)],
  );
  const [due] = await app.sql<{ settled: string }>('select settled from franchisee_due where id = $1', [
    dueId,
  ]);
  assert.equal(Number(due?.settled), r(2_035.5));
  // Of 4,950.00 only 3,225.00 are left to credit.
  await chetan().refused(contract.submit, { ...asked, amount: r(3_225.01) }, 'note.over-invoice');

  const debit = await chetan().call(contract.submit, {
    party: 'FRANCHISEE',
    type: 'DEBIT',
    franchiseeId: ANDHERI,
    reasonCode: 'LATE_INTEREST',
    amount: r(96.99),
    taxCode: 'ROYALTY',
    dueOn: '2026-04-30',
    reason: '12 % on 14,750.00 for 20 days',
    lines: [],
  });
  assert.equal(debit.total, r(114.45));
  const issued = await approve(debit.id, asha());
  assert.match(issued.number, /^RDN\/26-27\/\d{6}$/);
  const [opened] = await app.sql<Record<string, unknown>>(
    'select kind, amount::int, due_on::text from franchisee_due where number = $1',
    [issued.number],
  );
  assert.deepEqual(opened, { kind: 'NOTE', amount: r(114.45), due_on: '2026-04-30' });
});

test('a credit on a paid invoice is paid ahead', async () => {
  const { dueId } = await royaltyDue('ROY/26-27/900002', r(1_000), r(180));
  // Everything open of the centre is paid.
  await app.sql('update franchisee_due set settled = amount where franchisee_id = $1', [ANDHERI]);
  const ahead = await balance(ANDHERI, '1310');
  const { id } = await chetan().call(contract.submit, {
    party: 'FRANCHISEE',
    type: 'CREDIT',
    franchiseeId: ANDHERI,
    reasonCode: 'WAIVER',
    dueId,
    amount: r(500),
    reason: 'Flood of the ground floor',
    lines: [],
  });
  await approve(id, asha());
  assert.equal(await balance(ANDHERI, '1310'), ahead + r(590));
});

test('what cannot be is refused by name, and nothing is kept', async () => {
  const child = await paidChild('Dev N.');
  const line = await linesOf(child);
  const tuition = [{ feeLineId: line('Tuition'), amount: r(1_000) }];
  const count = async () => Number((await app.sql<{ n: string }>('select count(*) as n from note'))[0]?.n);
  const before = await count();
  const refused = (input: object, code: string) => asha().refused(contract.submit, input as never, code);
  await refused(credit(child, tuition, { reasonCode: 'DAMAGE' }), 'note.reason-mismatch');
  await refused(credit(child, [{ feeLineId: line('Tuition'), amount: r(13_500.01) }]), 'note.over-invoice');
  await refused(credit(child, []), 'input.invalid');
  await refused(credit(child, [...tuition, ...tuition]), 'input.invalid');
  await refused(credit(child, [{ feeLineId: randomUUID(), amount: 1 }]), 'row.not-found');
  await refused(credit({ ...child, accountId: randomUUID() }, tuition), 'row.not-found');
  await refused(credit(child, tuition, { reason: 'ok' }), 'input.invalid');
  const centre = {
    party: 'FRANCHISEE',
    type: 'CREDIT',
    franchiseeId: BANER,
    reason: 'Short by a box',
    lines: [],
  };
  await refused({ ...centre, reasonCode: 'SHORT_SUPPLY', amount: 100 }, 'input.invalid');
  const { dueId } = await royaltyDue('ROY/26-27/900003', r(100), r(18));
  await refused({ ...centre, reasonCode: 'SHORT_SUPPLY', amount: 100, dueId }, 'row.not-found');
  await refused(
    { ...centre, franchiseeId: ANDHERI, reasonCode: 'SHORT_SUPPLY', amount: 100, dueId },
    'note.reason-mismatch',
  );
  assert.equal(await count(), before);

  await app.as('Bina').refused(contract.submit, credit(child, tuition), 'module.missing');
  const { id } = await asha().call(contract.submit, credit(child, tuition));
  await chetan().refused(contract.approve, { id }, 'row.stale', { version: 7 });
  await chetan().call(contract.reject, { id, note: 'The family was not entitled' }, { version: 1 });
  await chetan().refused(contract.approve, { id }, 'row.wrong-state', { version: 2 });
  assert.equal((await chetan().call(contract.get, { id })).number, null);
});

test('a level covers its amount; another centre’s note is not there', async () => {
  const child = await paidChild('Ria N.');
  const line = await linesOf(child);
  const { id } = await asha().call(
    contract.submit,
    credit(child, [{ feeLineId: line('Tuition'), amount: r(12_000) }]),
  );
  // Up to 10,000 only.
  await app.sql(
    `update approval_band set approval_code = 'PLAN_APPROVE' where subject = 'NOTE' and level = 1`,
  );
  await app.sql(`update approval_band set approval_code = 'NOBODY' where subject = 'NOTE' and level > 1`);
  await chetan().refused(contract.approve, { id }, 'note.band', { version: 1 });
  await app.sql(`update approval_band set approval_code = 'REFUND_L' || level where subject = 'NOTE'`);
  const list = await app.as('Bina').call(notes.endpoints.list, {});
  assert.ok(list.rows.some((row) => row.id === id && !row.can['approve']));
  assert.deepEqual(
    (await app.as('Charu').call(notes.endpoints.list, {})).rows.filter((row) => row.id === id),
    [],
  );
  await app.as('Charu').refused(contract.get, { id }, 'row.not-found');
  await approve(id);
});
