// Who gets a lead, without a database: the worked examples of enquiries.md 3.7, and ten thousand leads against an
// independent checker with its broken twin.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import {
  type Desk,
  decide,
  evenly,
  type Lead,
  type Member,
  type Person,
  type Rule,
} from './allocation-engine.ts';
import { anyLead } from './allocation-rule.contract.ts';
import { skipText } from './allocation-words.ts';

const lead = (more: Partial<Lead['facts']> = {}, rest: Omit<Lead, 'facts'> = {}): Lead => ({
  facts: {
    franchiseeId: 2,
    pincode: '400053',
    classId: 3,
    classCategory: null,
    sourceId: 'web',
    channel: 'WEBSITE',
    language: 'en',
    programme: null,
    level: 1,
    ...more,
  },
  ...rest,
});
const member = (userId: string, position: number, more: Partial<Member> = {}): Member => ({
  userId,
  position,
  weight: 1,
  dailyQuota: 30,
  maxOpen: 150,
  active: true,
  ...more,
});
const rule = (id: string, members: readonly Member[], more: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  match: anyLead,
  mode: 'ROUND_ROBIN',
  onShiftOnly: false,
  fallback: 'NEXT_RULE',
  members,
  ...more,
});
const person = (more: Partial<Person> = {}): Person => ({
  right: true,
  leaveUntil: null,
  today: 0,
  open: 0,
  last: 0,
  ...more,
});
const deskOf = (rules: readonly Rule[], people: Record<string, Partial<Person>> = {}): Desk => ({
  rules,
  people: new Map(
    [...new Set([...rules.flatMap((one) => one.members.map((m) => m.userId)), ...Object.keys(people)])].map(
      (id) => [id, person(people[id])],
    ),
  ),
  turns: new Map(),
  onShift: true,
  heads: [],
  given: new Map(),
  clock: 100,
});
const owners = (desk: Desk, n: number) =>
  Array.from({ length: n }, () => decide(desk, lead()).ownerId ?? '-').join(' ');

test('weights 2, 1, 1: eight leads go A B C A A B C A', () => {
  const desk = deskOf([rule('r', [member('A', 1, { weight: 2 }), member('B', 2), member('C', 3)])]);
  assert.equal(owners(desk, 8), 'A B C A A B C A');
});

test('leave and quotas of the worked example: lead 9 is B, lead 10 waits, and the log names all three reasons', () => {
  const members = [
    member('Asmita', 1, { weight: 2, dailyQuota: 4 }),
    member('Bharat', 2, { dailyQuota: 4 }),
    member('Chitra', 3),
  ];
  const desk = deskOf([rule('r', members, { fallback: 'QUEUE' })]);
  assert.equal(owners(desk, 4), 'Asmita Bharat Chitra Asmita');
  const chitra = desk.people.get('Chitra');
  assert.ok(chitra);
  chitra.leaveUntil = '2026-11-25';
  assert.equal(owners(desk, 5), 'Asmita Bharat Asmita Bharat Bharat');
  const tenth = decide(desk, lead());
  assert.deepEqual([tenth.ownerId, tenth.why], [null, 'QUEUE']);
  assert.equal(
    tenth.candidates.map((one) => skipText(one.user, one)).join(', '),
    'Asmita 4/4, Bharat 4/4, Chitra on leave until 25-11-2026',
  );
});

test('the family keeps its owner two beyond the quota, not longer, and never one on leave', () => {
  const desk = deskOf([rule('r', [member('A', 1, { dailyQuota: 1 }), member('B', 2)])]);
  const got = Array.from({ length: 4 }, () => decide(desk, lead({}, { sticky: 'A' })));
  assert.deepEqual(
    got.map((one) => `${one.ownerId} ${one.why}`),
    ['A STICKY', 'A STICKY', 'A STICKY', 'B RULE'],
  );
  const away = deskOf([rule('r', [member('B', 2)])], { A: { leaveUntil: '2026-11-25' } });
  assert.equal(decide(away, lead({}, { sticky: 'A' })).ownerId, 'B');
});

test('the first rule whose conditions hold decides; territories by the first digits; fallbacks', () => {
  const west = rule('west', [member('W', 1, { dailyQuota: 1 })], {
    match: { ...anyLead, pincodes: ['4000'] },
  });
  const hindi = rule('hindi', [member('H', 1)], { match: { ...anyLead, languages: ['hi'] }, mode: 'FIXED' });
  const rest = rule('rest', [member('R', 1)]);
  const desk = deskOf([west, hindi, rest]);
  assert.equal(decide(desk, lead()).ownerId, 'W');
  assert.equal(decide(desk, lead()).ownerId, 'R', 'full: the next rule');
  assert.equal(decide(desk, lead({ pincode: '411045', language: 'hi' })).ownerId, 'H');
  assert.equal(decide(desk, lead({ pincode: null })).ownerId, 'R');
  const queue = deskOf([{ ...west, fallback: 'QUEUE' }, rest], { W: { right: false } });
  assert.deepEqual([decide(queue, lead()).ownerId, decide(queue, lead()).why], [null, 'QUEUE']);
  const head = {
    ...deskOf([{ ...west, fallback: 'CENTRE_HEAD' }], { W: { right: false }, Bina: {} }),
    heads: ['Bina'],
  };
  assert.equal(decide(head, lead()).ownerId, 'Bina');
});

test('fewest open for their weight; then who waited longest; a recalled owner never', () => {
  const members = [member('A', 1, { weight: 2 }), member('B', 2), member('C', 3)];
  const desk = deskOf([rule('r', members, { mode: 'LEAST_LOADED' })], {
    A: { open: 9, last: 5 },
    B: { open: 5, last: 5 },
    C: { open: 5, last: 3 },
  });
  assert.equal(owners(desk, 4), 'A C B A');
  assert.equal(decide(desk, lead({}, { not: 'A' })).ownerId, 'C');
});

test('evenly: ten over three is 4, 3, 3; weights by largest remainder', () => {
  assert.deepEqual(evenly(10, [1, 1, 1]), [4, 3, 3]);
  assert.deepEqual(evenly(10, [2, 1, 1]), [5, 3, 2]);
  assert.deepEqual(evenly(0, [1, 1]), [0, 0]);
});

// The model: nothing of the engine is used, so a mistake there cannot hide here.
interface Model {
  today: Map<string, number>;
  open: Map<string, number>;
}

function breachOf(model: Model, desk: Desk, one: Lead, owner: string | null): string | null {
  const holds = (r: Rule) =>
    (r.match.pincodes.length === 0 ||
      r.match.pincodes.some((p) => (one.facts.pincode ?? '').slice(0, p.length) === p)) &&
    (r.match.classIds.length === 0 || r.match.classIds.includes(one.facts.classId ?? -1)) &&
    (r.match.languages.length === 0 || r.match.languages.includes(one.facts.language));
  const able = (r: Rule) =>
    r.members.filter((m) => {
      const p = desk.people.get(m.userId);
      return (
        m.active &&
        p?.right &&
        p.leaveUntil === null &&
        (model.today.get(m.userId) ?? 0) < m.dailyQuota &&
        (model.open.get(m.userId) ?? 0) < m.maxOpen
      );
    });
  for (const r of desk.rules.filter(holds)) {
    const free = able(r).map((m) => m.userId);
    if (free.length > 0)
      return owner !== null && free.includes(owner)
        ? null
        : `rule ${r.id}: ${owner ?? 'nobody'} is not among ${free.join(',')}`;
    if (r.fallback === 'QUEUE') return owner === null ? null : `rule ${r.id}: should wait, got ${owner}`;
  }
  return owner === null ? null : `no rule could give it, got ${owner}`;
}

function random(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
}

const LEADS = 10_000;
const PINCODES = ['400053', '400058', '411045', '560001', null];

function allocateMany(seed: number, spoil: (desk: Desk) => Desk): string | null {
  const pick = random(seed);
  const names = Array.from({ length: 24 }, (_, i) => `p${i}`);
  const rules = Array.from({ length: 8 }, (_, i) =>
    rule(
      `r${i}`,
      names
        .filter(() => pick(3) === 0)
        .map((id, at) =>
          member(id, at + 1, {
            weight: 1 + pick(10),
            dailyQuota: 20 + pick(280),
            maxOpen: 200 + pick(800),
            active: pick(8) > 0,
          }),
        ),
      {
        match: {
          ...anyLead,
          pincodes: pick(2) === 0 ? [] : ['4000', '411045'].slice(0, 1 + pick(2)),
          classIds: pick(2) === 0 ? [] : [1 + pick(5), 1 + pick(5)],
          languages: pick(3) === 0 ? ['hi', 'mr'] : [],
        },
        mode: pick(3) === 0 ? 'LEAST_LOADED' : 'ROUND_ROBIN',
        fallback: pick(4) === 0 ? 'QUEUE' : 'NEXT_RULE',
      },
    ),
  );
  const desk = deskOf(
    rules,
    Object.fromEntries(
      names.map((id) => [
        id,
        { right: pick(10) > 0, leaveUntil: pick(8) === 0 ? '2026-11-25' : null, open: pick(300) },
      ]),
    ),
  );
  const model: Model = {
    today: new Map(),
    open: new Map([...desk.people].map(([id, one]) => [id, one.open])),
  };
  const acting = spoil(desk);
  for (let i = 0; i < LEADS; i += 1) {
    // People come back and go on leave meanwhile.
    if (i % 997 === 0) {
      const one = desk.people.get(names[pick(names.length)] ?? '');
      if (one) one.leaveUntil = one.leaveUntil === null ? '2026-11-25' : null;
    }
    const next = lead({
      pincode: PINCODES[pick(PINCODES.length)] ?? null,
      classId: 1 + pick(5),
      language: ['en', 'hi', 'mr'][pick(3)] ?? 'en',
    });
    const { ownerId } = decide(acting, next);
    const breach = breachOf(model, desk, next, ownerId);
    if (breach) return `lead ${i + 1} of seed ${seed}: ${breach}`;
    if (ownerId) {
      model.today.set(ownerId, (model.today.get(ownerId) ?? 0) + 1);
      model.open.set(ownerId, (model.open.get(ownerId) ?? 0) + 1);
    }
  }
  return null;
}

test('allocation of 10,000 leads obeys every rule and quota; the broken twin is noticed', (t) => {
  const seed = Number(process.env['SEED'] ?? randomInt(1_000_000));
  t.diagnostic(`seed ${seed}`);
  for (let i = 0; i < 5; i += 1)
    assert.equal(
      allocateMany(seed + i, (desk) => desk),
      null,
    );
  // Twins of the guard: an engine that allows one more than the quota, and one that forgets the order of the rules.
  const looser = (desk: Desk): Desk => ({
    ...desk,
    rules: desk.rules.map((one) => ({
      ...one,
      members: one.members.map((m) => ({ ...m, dailyQuota: m.dailyQuota + 1, maxOpen: m.maxOpen + 1 })),
    })),
  });
  const backwards = (desk: Desk): Desk => ({ ...desk, rules: desk.rules.toReversed() });
  for (const twin of [looser, backwards]) {
    const noticed = Array.from({ length: 5 }, (_, i) => allocateMany(seed + i, twin)).some(
      (one) => one !== null,
    );
    assert.ok(noticed, `seed ${seed}: the broken twin passed`);
  }
});

test('the weights come true over many leads: each full round gives everybody exactly their weight', (t) => {
  const seed = Number(process.env['SEED'] ?? randomInt(1_000_000));
  t.diagnostic(`seed ${seed}`);
  const pick = random(seed);
  for (let round = 0; round < 200; round += 1) {
    const members = Array.from({ length: 1 + pick(8) }, (_, i) =>
      member(`p${i}`, i + 1, { weight: 1 + pick(10), dailyQuota: 300, maxOpen: 1000 }),
    );
    const desk = deskOf([rule('r', members)]);
    const sum = members.reduce((n, one) => n + one.weight, 0);
    const got = owners(desk, sum).split(' ');
    for (const one of members) assert.equal(got.filter((id) => id === one.userId).length, one.weight);
  }
});
