// Who gets a lead (enquiries.md 3.7). Pure: a desk of rules and people goes in, a decision comes out, and the desk remembers
// what it decided, so ten thousand leads of a file are one pass.
import type { Day } from '@aangan/contract/period.ts';
import type { Candidate, Fallback, MatchName, Mode, SkipCode, Why } from './allocation-words.ts';

export interface LeadFacts {
  franchiseeId: number;
  pincode: string | null;
  classId: number | null;
  classCategory: string | null;
  sourceId: string;
  channel: string;
  language: string;
  programme: string | null;
  level: 1 | 2;
}

/** Conditions of a rule; an empty list holds for every lead. */
export interface RuleMatch {
  franchiseeIds: readonly number[];
  /** Whole pincodes, or the first 2 to 5 digits of a territory. */
  pincodes: readonly string[];
  classIds: readonly number[];
  classCategories: readonly string[];
  sourceIds: readonly string[];
  channels: readonly string[];
  languages: readonly string[];
  programmes: readonly string[];
  level: 1 | 2 | null;
}

export interface Member {
  userId: string;
  position: number;
  weight: number;
  dailyQuota: number;
  maxOpen: number;
  active: boolean;
}

export interface Rule {
  id: string;
  name: string;
  match: RuleMatch;
  mode: Mode;
  onShiftOnly: boolean;
  fallback: Fallback;
  members: readonly Member[];
  /** The network's: its people of other centres are no candidates here and not named. */
  shared?: boolean;
}

/** What is true of a person at this centre now. */
export interface Person {
  /** Active, and may change enquiries here. */
  right: boolean;
  leaveUntil: Day | null;
  today: number;
  open: number;
  /** Grows with each lead they get: who waited longest has the smallest. */
  last: number;
}

export interface Desk {
  /** In their order: the centre's own, then the network's. */
  rules: readonly Rule[];
  people: Map<string, Person>;
  /** Rotation of a rule: rule, then person. */
  turns: Map<string, Map<string, number>>;
  onShift: boolean;
  /** Who leads the centre, in order. */
  heads: readonly string[];
  /** Leads given in this pass, and who got one: what is to be written. */
  given: Map<string, number>;
  clock: number;
}

export interface Lead {
  facts: LeadFacts;
  /** The owner of the family's open enquiry, or of this one's last life. */
  sticky?: string | null;
  /** Must not get it (who let it wait). */
  not?: string | null;
}

export interface Decision {
  ownerId: string | null;
  why: Extract<Why, 'STICKY' | 'RULE' | 'QUEUE'>;
  ruleId: string | null;
  candidates: Candidate[];
  /** Some rule holds for this lead. */
  matched: boolean;
}

/** A family's owner may pass the quota by so many. */
const STICKY_EXTRA = 2;

/** The first condition of a rule that does not hold; null when it takes the lead. */
export function unmetCondition(match: RuleMatch, lead: LeadFacts): MatchName | null {
  const among = <T>(list: readonly T[], value: T | null) =>
    list.length === 0 || (value !== null && list.includes(value));
  if (!among(match.franchiseeIds, lead.franchiseeId)) return 'franchiseeIds';
  if (match.pincodes.length > 0 && !match.pincodes.some((one) => lead.pincode?.startsWith(one)))
    return 'pincodes';
  if (!among(match.classIds, lead.classId)) return 'classIds';
  if (!among(match.classCategories, lead.classCategory)) return 'classCategories';
  if (!among(match.sourceIds, lead.sourceId)) return 'sourceIds';
  if (!among(match.channels, lead.channel)) return 'channels';
  if (!among(match.languages, lead.language)) return 'languages';
  if (!among(match.programmes, lead.programme)) return 'programmes';
  return match.level !== null && match.level !== lead.level ? 'level' : null;
}

/** Decides one lead and notes it on the desk. */
export function decide(desk: Desk, lead: Lead): Decision {
  const candidates: Candidate[] = [];
  const sticky = lead.sticky ? stickyOwner(desk, lead.sticky, lead.not ?? null) : null;
  if (sticky) {
    candidates.push(sticky);
    if (sticky.skipped === null)
      return { ownerId: give(desk, sticky.user), why: 'STICKY', ruleId: null, candidates, matched: false };
  }
  let matched = false;
  for (const rule of desk.rules) {
    if (unmetCondition(rule.match, lead.facts)) continue;
    matched = true;
    const considered = rule.members
      .toSorted((a, b) => a.position - b.position)
      .map((member) => ({ member, candidate: consider(desk, rule, member, lead.not ?? null) }));
    candidates.push(
      ...considered.map((one) => one.candidate).filter((one) => !rule.shared || one.skipped !== 'right'),
    );
    const able = considered.filter((one) => one.candidate.skipped === null).map((one) => one.member);
    const chosen = choose(desk, rule, able);
    if (chosen) return { ownerId: give(desk, chosen), why: 'RULE', ruleId: rule.id, candidates, matched };
    if (rule.fallback === 'NEXT_RULE') continue;
    const head = rule.fallback === 'CENTRE_HEAD' ? headOf(desk, lead.not ?? null) : null;
    return head
      ? { ownerId: give(desk, head), why: 'RULE', ruleId: rule.id, candidates, matched }
      : { ownerId: null, why: 'QUEUE', ruleId: rule.id, candidates, matched };
  }
  return { ownerId: null, why: 'QUEUE', ruleId: null, candidates, matched };
}

const nobody: Person = { right: false, leaveUntil: null, today: 0, open: 0, last: 0 };
const personOf = (desk: Desk, userId: string): Person => desk.people.get(userId) ?? nobody;

function consider(desk: Desk, rule: Rule, member: Member, not: string | null): Candidate {
  const person = personOf(desk, member.userId);
  const skipped: SkipCode | null = !member.active
    ? 'away'
    : rule.onShiftOnly && !desk.onShift
      ? 'shift'
      : blocked(person, member.userId, { not, quota: member.dailyQuota, max: member.maxOpen });
  return {
    user: member.userId,
    rule: rule.id,
    open: person.open,
    today: person.today,
    quota: member.dailyQuota,
    max: member.maxOpen,
    skipped,
    ...(skipped === 'leave' ? { until: person.leaveUntil ?? undefined } : {}),
  };
}

interface Limits {
  not: string | null;
  quota: number | null;
  max: number | null;
}

function blocked(person: Person, userId: string, { not, quota, max }: Limits): SkipCode | null {
  if (!person.right) return 'right';
  if (userId === not) return 'recalled';
  if (person.leaveUntil !== null) return 'leave';
  if (quota !== null && person.today >= quota) return 'quota';
  return max !== null && person.open >= max ? 'open' : null;
}

function stickyOwner(desk: Desk, userId: string, not: string | null): Candidate {
  const person = personOf(desk, userId);
  const own = desk.rules.flatMap((rule) => rule.members.filter((one) => one.userId === userId && one.active));
  // Whoever stands in no rule has no quota; in several, the widest counts.
  const quota = own.length ? Math.max(...own.map((one) => one.dailyQuota)) + STICKY_EXTRA : null;
  const max = own.length ? Math.max(...own.map((one) => one.maxOpen)) : null;
  const skipped = blocked(person, userId, { not, quota, max });
  return {
    user: userId,
    rule: null,
    open: person.open,
    today: person.today,
    quota,
    max,
    skipped,
    ...(skipped === 'leave' ? { until: person.leaveUntil ?? undefined } : {}),
  };
}

const headOf = (desk: Desk, not: string | null): string | null =>
  desk.heads.find((head) => blocked(personOf(desk, head), head, { not, quota: null, max: null }) === null) ??
  null;

function choose(desk: Desk, rule: Rule, able: readonly Member[]): string | null {
  const [first] = able;
  if (!first) return null;
  if (rule.mode === 'FIXED') return first.userId;
  if (rule.mode === 'LEAST_LOADED') return able.toSorted((a, b) => byLoad(desk, a, b))[0]?.userId ?? null;
  return inTurn(desk, rule, able);
}

/** Fewest open for their weight; then who waited longest; then the rule's order. */
function byLoad(desk: Desk, a: Member, b: Member): number {
  const [one, other] = [personOf(desk, a.userId), personOf(desk, b.userId)];
  return one.open * b.weight - other.open * a.weight || one.last - other.last || a.position - b.position;
}

/** Smooth weighted round robin: everybody gains their weight, the richest pays for all of them. */
function inTurn(desk: Desk, rule: Rule, able: readonly Member[]): string | null {
  const turns = desk.turns.get(rule.id) ?? new Map<string, number>();
  desk.turns.set(rule.id, turns);
  let best: Member | null = null;
  let sum = 0;
  for (const member of able) {
    const current = (turns.get(member.userId) ?? 0) + member.weight;
    turns.set(member.userId, current);
    sum += member.weight;
    if (!best || current > (turns.get(best.userId) ?? 0)) best = member;
  }
  if (!best) return null;
  turns.set(best.userId, (turns.get(best.userId) ?? 0) - sum);
  return best.userId;
}

function give(desk: Desk, userId: string): string {
  const person = desk.people.get(userId);
  desk.clock += 1;
  if (person) {
    person.today += 1;
    person.open += 1;
    person.last = desk.clock;
  }
  desk.given.set(userId, (desk.given.get(userId) ?? 0) + 1);
  return userId;
}

/** A desk that may be tried without changing the real one. */
export const copyDesk = (desk: Desk): Desk => ({
  ...desk,
  people: new Map([...desk.people].map(([id, person]) => [id, { ...person }])),
  turns: new Map([...desk.turns].map(([id, turns]) => [id, new Map(turns)])),
  given: new Map(),
});

/** Shares of n over targets by weight, whole numbers by largest remainder: 10 over 3 gives 4, 3, 3. */
export function evenly(n: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const exact = weights.map((weight) => (n * weight) / sum);
  const shares = exact.map(Math.floor);
  let left = n - shares.reduce((a, b) => a + b, 0);
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of order) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}
