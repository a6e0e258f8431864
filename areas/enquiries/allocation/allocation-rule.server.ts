// Rules of lead allocation: the centre's own can be changed by the centre, the network's by head office. Changing one moves
// no lead that has an owner.
import { randomUUID } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { activeFranchisees, franchiseeLabels, usersWith } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { languageName } from '../enquiry/language-names.ts';
import { enquiryModules } from '../modules.ts';
import type { RuleMatch } from './allocation-engine.ts';
import { allocationRuleContract, type RuleInput } from './allocation-rule.contract.ts';
import { fallbacks, matchNames, modes } from './allocation-words.ts';
import { peopleOf, rulesOf, type StoredRule } from './desk.server.ts';
import { namesOf } from './lead-allocation.queries.server.ts';

/** Whose rules are changed here: the chosen centre's, or with no centre chosen the network's. */
const scopeOfRules = (actor: Actor): number => actor.franchiseeId ?? HEAD_OFFICE;

const mayChange = (actor: Actor, rule: { franchiseeId: number }): boolean =>
  holds(actor, enquiryModules.enquirySettings, true) &&
  rule.franchiseeId === scopeOfRules(actor) &&
  (actor.franchiseeId !== null || actor.wholeNetwork);

const visibleRules = (db: Db, actor: Actor): Promise<StoredRule[]> =>
  rulesOf(db, actor.franchiseeId, { activeOnly: false });

export const listRules = handle(allocationRuleContract.list, async ({ db, actor, now }) => {
  const rules = await visibleRules(db, actor);
  const names = await namesOf(
    db,
    rules.flatMap((rule) => rule.members.map((one) => one.userId)),
  );
  const words = await matchWords(db, rules);
  const given = await sql<{ rule: string; n: number }>`
    select rule_id::text as rule, count(*)::int as n from allocation_log where rule_id = any (${rules.map((one) => one.id)}::uuid[]) and to_owner is not null
       and at >= ${now.toISOString()}::timestamptz - interval '30 days' ${actor.franchiseeId === null ? sql`` : sql`and franchisee_id = ${actor.franchiseeId}`}
     group by rule_id`.execute(db);
  const leads = new Map(given.rows.map((row) => [row.rule, row.n]));
  return {
    rows: rules.map((rule) => ({
      id: rule.id,
      version: rule.version,
      franchiseeId: rule.franchiseeId,
      network: rule.franchiseeId === HEAD_OFFICE,
      position: rule.position,
      name: rule.name,
      active: rule.active,
      conditions: words(rule.match),
      mode: modes[rule.mode],
      fallback: fallbacks[rule.fallback],
      members: rule.members.filter((one) => one.active).map((one) => names.get(one.userId) ?? 'Somebody'),
      leads30: leads.get(rule.id) ?? 0,
      can: { change: mayChange(actor, rule) },
    })),
    can: { add: mayChange(actor, { franchiseeId: scopeOfRules(actor) }) },
  };
});

/** Conditions in words; the labels of all rules are read at once. */
async function matchWords(db: Db, rules: readonly StoredRule[]) {
  const sources = new Map(
    (await db.selectFrom('enquiry_source').select(['id', 'name']).execute()).map((one) => [one.id, one.name]),
  );
  const known = new Map((await classes(db)).map((one) => [one.id, one.name]));
  const centres = await franchiseeLabels(
    db,
    rules.flatMap((rule) => [...rule.match.franchiseeIds]),
  );
  return (match: RuleMatch): { label: string; value: string }[] => {
    const lists: [keyof typeof matchNames, readonly string[]][] = [
      ['franchiseeIds', match.franchiseeIds.map((id) => centres.get(id) ?? `(${id})`)],
      ['pincodes', match.pincodes],
      ['classIds', match.classIds.map((id) => known.get(id) ?? 'A class')],
      ['classCategories', match.classCategories],
      ['sourceIds', match.sourceIds.map((id) => sources.get(id) ?? 'A source')],
      ['channels', match.channels],
      ['languages', match.languages.map(languageName)],
      ['programmes', match.programmes],
      ['level', match.level === null ? [] : [String(match.level)]],
    ];
    return lists
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => ({ label: matchNames[name], value: values.join(', ') }));
  };
}

const inputOfRule = (rule: StoredRule): RuleInput => ({
  name: rule.name,
  active: rule.active,
  match: {
    franchiseeIds: [...rule.match.franchiseeIds],
    pincodes: [...rule.match.pincodes],
    classIds: [...rule.match.classIds],
    classCategories: [...rule.match.classCategories],
    sourceIds: [...rule.match.sourceIds],
    channels: [...rule.match.channels],
    languages: [...rule.match.languages] as RuleInput['match']['languages'], // written through the same list
    programmes: [...rule.match.programmes] as RuleInput['match']['programmes'], // written through the same list
    level: rule.match.level,
  },
  mode: rule.mode,
  onShiftOnly: rule.onShiftOnly,
  fallback: rule.fallback,
  members: rule.members.map(({ userId, weight, dailyQuota, maxOpen, active }) => ({
    userId,
    weight,
    dailyQuota,
    maxOpen,
    active,
  })),
});

export const getRule = handle(allocationRuleContract.get, async ({ db, actor, input }) => {
  const rule = ensureFound((await visibleRules(db, actor)).find((one) => one.id === input.id));
  return {
    id: rule.id,
    version: rule.version,
    network: rule.franchiseeId === HEAD_OFFICE,
    rule: inputOfRule(rule),
    can: { change: mayChange(actor, rule) },
  };
});

export const ruleChoices = handle(allocationRuleContract.choices, async ({ db, actor, now }) => {
  const { franchiseeId } = actor;
  const people = await usersWith(db, {
    module: enquiryModules.enquiry,
    write: true,
    ...(franchiseeId === null ? {} : { franchiseeId }),
  });
  const state = await peopleOf(
    db,
    { franchiseeId: franchiseeId ?? HEAD_OFFICE, today: todayIst(now) },
    people.map((one) => one.id),
  );
  return {
    people: people.map(({ id, name }) => {
      const { open = 0, today = 0, leaveUntil = null } = state.get(id) ?? {};
      return { id, name, open, today, leaveUntil };
    }),
    sources: await db
      .selectFrom('enquiry_source')
      .select(['id', 'name', 'channel'])
      .where('active', '=', true)
      .orderBy('name')
      .execute(),
    classes: (await classes(db)).map(({ id, name, category }) => ({ id, name, category })),
    centres: franchiseeId === null ? await centreChoices(db, actor) : [],
    network: franchiseeId === null,
  };
});

async function centreChoices(db: Db, actor: Actor): Promise<{ id: number; label: string }[]> {
  const ids = (await activeFranchisees(db, actor)).map((one) => one.id);
  const labels = await franchiseeLabels(db, ids);
  return ids.map((id) => ({ id, label: labels.get(id) ?? `(${id})` }));
}

export const saveRule = handle(allocationRuleContract.save, async ({ db, actor, input }) => {
  const { rule } = input;
  const franchiseeId = scopeOfRules(actor);
  ensure(mayChange(actor, { franchiseeId }), () => refuse('context.centre-needed'));
  ensureMembers(rule);
  const id = input.id ?? randomUUID();
  const columns = {
    name: rule.name,
    active: rule.active,
    franchisee_ids: franchiseeId === HEAD_OFFICE ? rule.match.franchiseeIds : [],
    pincodes: rule.match.pincodes,
    class_ids: rule.match.classIds,
    class_categories: rule.match.classCategories,
    source_ids: rule.match.sourceIds,
    channels: rule.match.channels,
    languages: rule.match.languages,
    programmes: rule.match.programmes,
    level: rule.match.level,
    mode: rule.mode,
    on_shift_only: rule.onShiftOnly,
    fallback: rule.fallback,
  };
  if (input.id) {
    const before = ensureFound((await visibleRules(db, actor)).find((one) => one.id === input.id));
    ensure(before.franchiseeId === franchiseeId, () => refuseEnquiry('rule.of-network'));
    const done = await db
      .updateTable('allocation_rule')
      .set(columns)
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', id)
      .where('version', '=', input.version ?? 0)
      .executeTakeFirst();
    ensureFresh(done.numUpdatedRows);
  } else
    await sql`insert into allocation_rule (franchisee_id, id, position, name, active, franchisee_ids, pincodes, class_ids, class_categories, source_ids, channels, languages, programmes, level, mode, on_shift_only, fallback)
      select ${franchiseeId}::int, ${id}::uuid, coalesce(max(position), 0) + 1, ${columns.name}, ${columns.active}, ${columns.franchisee_ids}::int[], ${columns.pincodes}::text[], ${columns.class_ids}::int[],
        ${columns.class_categories}::text[], ${columns.source_ids}::uuid[], ${columns.channels}::text[], ${columns.languages}::text[], ${columns.programmes}::text[], ${columns.level}::smallint,
        ${columns.mode}, ${columns.on_shift_only}, ${columns.fallback} from allocation_rule where franchisee_id = ${franchiseeId}`.execute(
      db,
    );
  await saveMembers(db, { franchiseeId, ruleId: id }, rule);
  const saved = await db
    .selectFrom('allocation_rule')
    .select('version')
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, version: saved.version };
});

function ensureMembers(rule: RuleInput): void {
  const active = rule.members.filter((one) => one.active);
  const wrong = (text: string) => refuseEnquiry('rule.no-member', { fields: { 'rule.members': text } });
  ensure(new Set(rule.members.map((one) => one.userId)).size === rule.members.length, () =>
    wrong('Somebody stands here twice'),
  );
  if (!rule.active) return;
  ensure(active.length > 0, () => wrong('Add at least one person'));
  ensure(rule.mode !== 'FIXED' || active.length === 1, () => wrong('Choose exactly one person'));
}

/** Members in their new order; who is taken out leaves, and the others keep their turn. */
async function saveMembers(
  db: Db,
  { franchiseeId, ruleId }: { franchiseeId: number; ruleId: string },
  rule: RuleInput,
): Promise<void> {
  const rows = rule.members.map((one, index) => ({ ...one, position: index + 1 }));
  await sql`delete from allocation_member where franchisee_id = ${franchiseeId} and rule_id = ${ruleId}::uuid and user_id <> all (${rows.map((one) => one.userId)}::uuid[])`.execute(
    db,
  );
  if (rows.length === 0) return;
  await sql`insert into allocation_member as m (franchisee_id, rule_id, user_id, position, weight, daily_quota, max_open, active)
    select ${franchiseeId}::int, ${ruleId}::uuid, "userId", position, weight, "dailyQuota", "maxOpen", active
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("userId" uuid, position int, weight int, "dailyQuota" int, "maxOpen" int, active boolean)
    on conflict (franchisee_id, rule_id, user_id) do update set position = excluded.position, weight = excluded.weight, daily_quota = excluded.daily_quota,
      max_open = excluded.max_open, active = excluded.active
      where (m.position, m.weight, m.daily_quota, m.max_open, m.active) is distinct from (excluded.position, excluded.weight, excluded.daily_quota, excluded.max_open, excluded.active)`.execute(
    db,
  );
}

export const reorderRules = handle(allocationRuleContract.reorder, async ({ db, actor, input }) => {
  const franchiseeId = scopeOfRules(actor);
  ensure(mayChange(actor, { franchiseeId }), () => refuse('context.centre-needed'));
  const own = (await visibleRules(db, actor)).filter((rule) => rule.franchiseeId === franchiseeId);
  // What another person added or took away meanwhile would be put somewhere by chance.
  const same = own.length === input.ids.length && own.every((rule) => input.ids.includes(rule.id));
  ensure(same, () => refuse('row.stale'));
  await sql`update allocation_rule r set position = x.n::int from unnest(${input.ids}::uuid[]) with ordinality x (id, n)
    where r.franchisee_id = ${franchiseeId} and r.id = x.id and r.position <> x.n`.execute(db);
  return { n: input.ids.length };
});

export const removeRule = handle(
  allocationRuleContract.remove,
  async ({ db, actor, input, now, version }) => {
    const rule = ensureFound((await visibleRules(db, actor)).find((one) => one.id === input.id));
    ensure(mayChange(actor, rule), () => refuseEnquiry('rule.of-network'));
    const done = await db
      .updateTable('allocation_rule')
      .set({ removed_at: now.toISOString(), active: false, position: null })
      .where('franchisee_id', '=', rule.franchiseeId)
      .where('id', '=', rule.id)
      .where('version', '=', version)
      .executeTakeFirst();
    ensureFresh(done.numUpdatedRows);
    return { id: rule.id };
  },
);
