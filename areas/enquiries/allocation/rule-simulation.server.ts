// What a rule would do, without doing it: over the last 50 leads, and for one lead with every rule's answer.
import { currentYear } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { chosenCentre, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { storedLeads } from './allocate.server.ts';
import { type Desk, decide, type LeadFacts, type Rule, unmetCondition } from './allocation-engine.ts';
import { allocationRuleContract, type RuleInput } from './allocation-rule.contract.ts';
import { matchNames } from './allocation-words.ts';
import { openDesk, rulesOf, type StoredRule } from './desk.server.ts';
import { namesOf, skippedOf } from './lead-allocation.queries.server.ts';

const LAST_LEADS = 50;
const DRAFT = 'draft';

const ruleOf = (id: string, input: RuleInput): Rule => ({
  id,
  name: input.name,
  match: input.match,
  mode: input.mode,
  onShiftOnly: input.onShiftOnly,
  fallback: input.fallback,
  members: input.members.map((one, index) => ({ ...one, position: index + 1 })),
});

/** The rules with the draft in its place; a new one of the centre comes after the centre's, before the network's. */
function withDraft(
  rules: readonly StoredRule[],
  draft: { id: string | undefined; rule: RuleInput; network: boolean },
): Rule[] {
  const rule = ruleOf(draft.id ?? DRAFT, draft.rule);
  const known = draft.id !== undefined && rules.some((one) => one.id === draft.id);
  if (!draft.rule.active) return rules.filter((one) => one.id !== draft.id);
  if (known) return rules.map((one) => (one.id === draft.id ? rule : one));
  const own = rules.filter((one) => one.franchiseeId !== HEAD_OFFICE);
  const network = rules.filter((one) => one.franchiseeId === HEAD_OFFICE);
  return draft.network ? [...own, ...network, rule] : [...own, rule, ...network];
}

/** A desk without turns: what people have open counts, what they got today does not. */
async function freshDesk(
  db: Db,
  at: { franchiseeId: number; now: Date },
  rules: readonly Rule[],
): Promise<Desk> {
  const desk = await openDesk(db, { ...at, rules: rules.filter((rule) => rule.id !== DRAFT) });
  const draft = rules.find((rule) => rule.id === DRAFT);
  const more = draft ? await openDesk(db, { ...at, rules: [{ ...draft, mode: 'LEAST_LOADED' }] }) : null;
  for (const [id, person] of more?.people ?? []) desk.people.set(id, desk.people.get(id) ?? person);
  beginDay(desk);
  return { ...desk, rules, turns: new Map(), heads: more && more.heads.length > 0 ? more.heads : desk.heads };
}

function beginDay(desk: Desk): void {
  for (const person of desk.people.values()) person.today = 0;
}

export const simulateRule = handle(allocationRuleContract.simulate, async ({ db, actor, input, now }) => {
  const at = { franchiseeId: chosenCentre(actor), now };
  const stored = await rulesOf(db, at.franchiseeId, { activeOnly: true });
  const rules = withDraft(stored, {
    id: input.id,
    rule: input.rule,
    network: at.franchiseeId === HEAD_OFFICE,
  });
  const leads = (
    await storedLeads(db, at.franchiseeId, {
      where: sql`e.academic_year_id = ${actor.academicYearId ?? currentYear(now)} and e.merged_into is null`,
      order: sql`e.captured_at desc, e.id desc`,
      limit: LAST_LEADS,
    })
  ).toReversed();
  const before = await freshDesk(db, at, stored);
  const after = await freshDesk(db, at, rules);
  const tally = new Map<string | null, { before: number; after: number }>();
  const count = (owner: string | null, side: 'before' | 'after') => {
    const one = tally.get(owner) ?? { before: 0, after: 0 };
    one[side] += 1;
    tally.set(owner, one);
  };
  let taken = 0;
  let day = '';
  for (const lead of leads) {
    // A quota is a day's.
    if (lead.capturedOn !== day) for (const desk of [before, after]) beginDay(desk);
    day = lead.capturedOn;
    count(decide(before, { facts: lead.facts }).ownerId, 'before');
    const decided = decide(after, { facts: lead.facts });
    count(decided.ownerId, 'after');
    if (decided.ownerId !== null && decided.ruleId === (input.id ?? DRAFT)) taken += 1;
  }
  const names = await namesOf(db, [...tally.keys()]);
  return {
    leads: leads.length,
    taken,
    people: [...tally]
      .map(([id, one]) => ({ id, name: id === null ? 'The queue' : (names.get(id) ?? 'Somebody'), ...one }))
      .sort(
        (a, b) =>
          Number(a.id === null) - Number(b.id === null) || b.after - a.after || a.name.localeCompare(b.name),
      ),
  };
});

export const whichRule = handle(allocationRuleContract.which, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const facts = await factsOf(db, franchiseeId, input);
  const rules = await rulesOf(db, franchiseeId, { activeOnly: true });
  const desk = await openDesk(db, { franchiseeId, now, rules });
  const decided = decide(desk, { facts });
  const names = await namesOf(db, [decided.ownerId, ...decided.candidates.map((one) => one.user)]);
  return {
    steps: rules.map((rule) => {
      const unmet = unmetCondition(rule.match, facts);
      return {
        ruleId: rule.id,
        name: rule.name,
        network: rule.franchiseeId === HEAD_OFFICE,
        holds: unmet === null,
        because: unmet === null ? 'Holds for this lead' : `${matchNames[unmet]} does not fit`,
      };
    }),
    ownerName: decided.ownerId ? (names.get(decided.ownerId) ?? null) : null,
    ruleName: rules.find((rule) => rule.id === decided.ruleId)?.name ?? null,
    skipped: skippedOf(decided.candidates, names),
  };
});

interface Asked {
  enquiryCode?: string | undefined;
  lead?:
    | {
        pincode: string | null;
        classId: number | null;
        sourceId: string;
        language: string;
        programme: string | null;
      }
    | undefined;
}

/** Of a stored enquiry by its code, or of a lead that is thought up. */
async function factsOf(db: Db, franchiseeId: number, asked: Asked): Promise<LeadFacts> {
  if (asked.enquiryCode) {
    const [found] = await storedLeads(db, franchiseeId, {
      where: sql`e.enquiry_code = ${asked.enquiryCode.toUpperCase()}`,
      limit: 1,
    });
    return ensureFound(found).facts;
  }
  if (!asked.lead) throw refuse('input.invalid', { fields: { enquiryCode: 'Enter the code of an enquiry' } });
  const { lead } = asked;
  const source = await db
    .selectFrom('enquiry_source')
    .select('channel')
    .where('id', '=', lead.sourceId)
    .executeTakeFirst();
  const klass =
    lead.classId === null
      ? undefined
      : await db.selectFrom('class').select('category').where('id', '=', lead.classId).executeTakeFirst();
  return {
    ...lead,
    franchiseeId,
    classCategory: klass?.category ?? null,
    channel: source?.channel ?? 'OTHER',
    level: 1,
  };
}
