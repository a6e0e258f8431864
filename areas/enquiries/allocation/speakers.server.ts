// Who speaks which language at a centre, and who of them takes a family (enquiries.md 3.5, Language). The choice is the
// engine's: rules, turns, quotas and leave hold as for any lead, among those who speak it.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { userCards } from '../../network/public.server.ts';
import { eligibleOwners } from '../enquiry/enquiry-choices.server.ts';
import type { Language } from '../enquiry/enquiry-fields.ts';
import { languageName } from '../enquiry/language-names.ts';
import { reasonOf } from '../sla/tell-allocation.server.ts';
import { storedLeads } from './allocate.server.ts';
import { type Desk, decide, type Member, type Rule } from './allocation-engine.ts';
import { anyLead } from './allocation-rule.contract.ts';
import type { Candidate } from './allocation-words.ts';
import { closeDesk, lockAllocation, openDesk, rulesOf } from './desk.server.ts';
import { leadAllocationContract } from './lead-allocation.contract.ts';

/** Languages by person, of those who have any written down. */
export async function spokenAt(db: Db, franchiseeId: number): Promise<Map<string, readonly string[]>> {
  const rows = await db
    .selectFrom('spoken_language')
    .select(['user_id', 'languages'])
    .where('franchisee_id', '=', franchiseeId)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.languages]));
}

export const saveLanguages = handle(leadAllocationContract.saveLanguages, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const able = (await eligibleOwners(db, franchiseeId)).some((one) => one.id === input.userId);
  ensure(able, () => refuse('input.invalid', { fields: { userId: 'Choose an entry of the list' } }));
  const languages = [...new Set(input.languages)];
  await db
    .insertInto('spoken_language')
    .values({ franchisee_id: franchiseeId, user_id: input.userId, languages })
    .onConflict((oc) => oc.columns(['franchisee_id', 'user_id']).doUpdateSet({ languages }))
    .execute();
  return { userId: input.userId };
});

/** Stands for those who speak it and whom no rule reached; it is no row. */
const SPEAKERS = 'speakers';
/** Of somebody in no rule: the widest that a rule could give. */
const WIDEST = { dailyQuota: 300, maxOpen: 1000 };

/** Who was not understood, and where. */
export interface NotUnderstood {
  franchisee_id: number;
  id: string;
  household_id: string;
  owner_id: string | null;
}

export interface SpeakerFound {
  language: Language;
  /** The language of the family until now. */
  before: Language;
  /** Who takes the family over; null when it stays where it is. */
  ownerId: string | null;
  ruleId: string | null;
  candidates: readonly Candidate[];
  /** What is to be said to whoever called. */
  said: string;
}

type Asked = { language: Language; now: Date; by: string | null };

/** Writes the language down and finds who speaks it. The enquiry is locked by the caller, and `handOver` follows. */
export async function findSpeaker(db: Db, row: NotUnderstood, asked: Asked): Promise<SpeakerFound> {
  const { language } = asked;
  const before = await writeLanguage(db, row, language);
  const franchiseeId = row.franchisee_id;
  await lockAllocation(db, franchiseeId);
  const rules = await rulesOf(db, franchiseeId, { activeOnly: true });
  const spoken = await spokenAt(db, franchiseeId);
  // Whoever stands in a rule for families of that language speaks it.
  const speakers = new Set([
    ...[...spoken].flatMap(([user, languages]) => (languages.includes(language) ? user : [])),
    ...rules.flatMap((rule) =>
      rule.match.languages.includes(language) ? rule.members.map((one) => one.userId) : [],
    ),
  ]);
  const desk = await openDesk(db, {
    franchiseeId,
    now: asked.now,
    rules: amongSpeakers(rules, speakers),
    also: row.owner_id ? [row.owner_id] : [],
  });
  const found = { language, before, ownerId: null, ruleId: null, candidates: [] };
  if (row.owner_id && row.owner_id !== asked.by && speakers.has(row.owner_id) && isThere(desk, row.owner_id))
    return {
      ...found,
      said: `${await nameOf(db, row.owner_id)} speaks ${languageName(language)}: the family stays there.`,
    };
  const [lead] = await storedLeads(db, franchiseeId, { where: sql`e.id = ${row.id}::uuid`, limit: 1 });
  if (!lead) throw refuse('row.not-found');
  const decision = decide(desk, { facts: lead.facts, not: asked.by });
  await closeDesk(db, { franchiseeId, now: asked.now }, desk);
  const candidates = onceEach(decision.candidates);
  const { ownerId } = decision;
  if (ownerId === null) return { ...found, said: await whyNobody(db, language, candidates) };
  return {
    ...found,
    ownerId,
    ruleId: decision.ruleId === SPEAKERS ? null : decision.ruleId,
    candidates,
    said: `${await nameOf(db, ownerId)} speaks ${languageName(language)} and has the family now.`,
  };
}

/** Returns what it was. */
async function writeLanguage(db: Db, row: NotUnderstood, language: Language): Promise<Language> {
  const household = db
    .selectFrom('enquiry_household')
    .select('language')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.household_id);
  const before = await household.forUpdate().executeTakeFirstOrThrow();
  await setLanguage(db, row, language);
  return before.language;
}

export const setLanguage = (
  db: Db,
  row: Pick<NotUnderstood, 'franchisee_id' | 'household_id'>,
  language: Language,
) =>
  db
    .updateTable('enquiry_household')
    .set({ language })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.household_id)
    .where('language', '<>', language)
    .execute();

const isThere = (desk: Desk, userId: string): boolean => {
  const person = desk.people.get(userId);
  return person?.right === true && person.leaveUntil === null;
};

/** The rules with those who speak it alone, and after them everybody who does: here the language outweighs territory. */
function amongSpeakers(rules: readonly Rule[], speakers: ReadonlySet<string>): Rule[] {
  const seats = (user: string) => rules.flatMap((rule) => rule.members.filter((one) => one.userId === user));
  const everybody = [...speakers].sort().map((user, index) => seatOf(user, index + 1, seats(user)));
  const last: Rule = {
    id: SPEAKERS,
    name: '',
    match: anyLead,
    mode: 'LEAST_LOADED',
    onShiftOnly: false,
    fallback: 'QUEUE',
    members: everybody,
  };
  const narrowed = rules.map(
    (rule): Rule => ({
      ...rule,
      fallback: 'NEXT_RULE',
      members: rule.members.filter((one) => speakers.has(one.userId)),
    }),
  );
  return [...narrowed, last];
}

/** Of several seats the widest counts; who is switched off in all of them takes nothing. */
function seatOf(userId: string, position: number, seats: readonly Member[]): Member {
  const own = seats.filter((one) => one.active);
  const limits =
    own.length === 0
      ? WIDEST
      : {
          dailyQuota: Math.max(...own.map((one) => one.dailyQuota)),
          maxOpen: Math.max(...own.map((one) => one.maxOpen)),
        };
  return { userId, position, weight: 1, ...limits, active: seats.length === 0 || own.length > 0 };
}

/** A person who was asked by a rule and again among all who speak it counts once, as they answered last. */
const onceEach = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(
    candidates.map((one) => [one.user, one.rule === SPEAKERS ? { ...one, rule: null } : one]),
  ).values(),
];

const nameOf = async (db: Db, id: string): Promise<string> =>
  (await userCards(db, [id])).get(id)?.name ?? 'Somebody';

async function whyNobody(db: Db, language: Language, candidates: readonly Candidate[]): Promise<string> {
  // Whoever called just found that they cannot: that is no reason to tell.
  const others = candidates.filter((one) => one.skipped !== 'recalled');
  return others.length === 0
    ? `Nobody here speaks ${languageName(language)}: the family stays where it is.`
    : `Nobody who speaks ${languageName(language)} can take the family now: ${await reasonOf(db, { candidates: others })}.`;
}
