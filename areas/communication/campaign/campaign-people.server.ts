// Who a campaign reaches and who not: one judgement for the check, the approval and the sending. Matched is always the sum of
// those reached and those left out.
import type { MessageKind } from '@aangan/contract/area.ts';
import type { Recipient, RecipientKey } from '@aangan/server/endpoint/area-extras.ts';
import { messageKind, recipientsOf } from '@aangan/server/endpoint/area-registry.ts';
import { inChosenCentre, several } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import { audiencePage } from '../audience/audience.server.ts';
import { addressHash, gateReasons } from '../message/message-gates.server.ts';
import { type OwnText, renderText, type Value, withOwnText } from '../message/render-text.ts';
import { brandOf } from '../message/sender-facts.server.ts';
import type { Variant } from '../template/template.contract.ts';
import { namesIn, shownAs, type Variable, withNames } from '../template/template-text.ts';
import type { CampaignAudience } from './campaign.contract.ts';
import type { OutReason } from './campaign.states.ts';

export interface CampaignText {
  type: 'SMS' | 'EMAIL';
  promotional: boolean;
  variables: readonly Variable[];
  variants: readonly Variant[];
}

export interface CampaignLine {
  key: Extract<RecipientKey, 'guardianIds' | 'userIds' | 'enquiryId'>;
  id: string;
  /** The child of a message about one child; null: all of the person's, or none. */
  childId: string | null;
  person: Recipient;
  values: Record<string, Value>;
  own: OwnText | null;
  out: OutReason | null;
  text: string;
  subject: string;
  units: number;
}

/** People of one transaction; one message a child makes of them about twice as many, and a thousand rows at most. */
export const AT_ONCE = 500;
const UNSUBSCRIBE = {
  en: '\n\nYou get news and offers because you agreed to them. To stop them: {link}',
  hi: '\n\nआपको समाचार और ऑफ़र इसलिए मिलते हैं क्योंकि आपने सहमति दी थी। रोकने के लिए: {link}',
} as const;

export const kindOf = (text: Pick<CampaignText, 'promotional'>): MessageKind =>
  ensureFound(messageKind(text.promotional ? 'communication.campaign-offer' : 'communication.campaign'));

/** The own text of the message in the person's language; an SMS without registry ids has none. */
export function ownOf({ type, variants, promotional }: CampaignText, language: string): OwnText | null {
  const one = variants.find((variant) => variant.language === language) ?? variants[0];
  if (!one || (type === 'SMS' && !one.dltTemplateId)) return null;
  const body = type === 'SMS' ? withNames(one.body, one.map) : one.body;
  return {
    text: type === 'EMAIL' && promotional ? `${body}${UNSUBSCRIBE[one.language]}` : body,
    subject: one.subject,
    language: one.language,
    dltTemplateId: one.dltTemplateId,
  };
}

export interface Asked {
  franchiseeId: number;
  audience: CampaignAudience;
  text: CampaignText;
  values: Readonly<Record<string, string>>;
  mergeChildren: boolean;
  /** Addresses that have theirs already, over all pages. */
  taken: Set<string>;
}

/** The lines of one page of people, in the order of their ids; fewer than `AT_ONCE` were found when it is the last. */
export async function campaignPageOf(
  db: Db,
  asked: Asked,
  after: { kind: string; id: string } | null,
): Promise<{ lines: CampaignLine[]; last: { kind: string; id: string } | null; more: boolean }> {
  const found = await (asked.audience.people === 'LEAD' ? leads(db, asked, after) : people(db, asked, after));
  const lines = await judge(db, asked, found.people);
  return { lines, last: found.last, more: found.n === AT_ONCE };
}

interface Found {
  people: (Pick<CampaignLine, 'key' | 'id' | 'childId' | 'person'> & { child: string | null })[];
  last: { kind: string; id: string } | null;
  n: number;
}

const namesChild = ({ variants }: CampaignText): boolean =>
  variants.some(
    ({ body, subject, map }) =>
      map.includes('child') || namesIn(`${subject ?? ''} ${body}`).includes('child'),
  );

async function people(
  db: Db,
  { audience, franchiseeId, text, mergeChildren }: Asked,
  after: Found['last'],
): Promise<Found> {
  const splits = !mergeChildren && namesChild(text);
  const { stages: _, people: who, ...rest } = audience;
  const page = await audiencePage(
    db,
    { ...rest, people: who === 'LEAD' ? 'PARENT' : who },
    { at: franchiseeId, after, limit: AT_ONCE },
  );
  const children = await childNames(db, franchiseeId, [
    ...new Set(page.flatMap(({ studentIds }) => studentIds)),
  ]);
  const end = page.at(-1);
  return {
    n: page.length,
    last: end ? { kind: end.kind, id: end.id } : null,
    people: page.flatMap((one) => {
      const about = (childId: string | null, studentIds: readonly string[]): Found['people'][number] => ({
        key: one.kind === 'GUARDIAN' ? 'guardianIds' : 'userIds',
        id: one.id,
        childId,
        // Siblings stand in one message: 'Aarav and Diya'.
        child: joined(studentIds.map((id) => children.get(id) ?? '').filter(Boolean)),
        person: { ...one, studentIds },
      });
      return splits && one.studentIds.length > 1
        ? [...one.studentIds].sort().map((id) => about(id, [id]))
        : [about(null, one.studentIds)];
    }),
  };
}

const joined = (names: readonly string[]): string | null =>
  names.length === 0
    ? null
    : names.length === 1
      ? (names[0] ?? null)
      : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

async function childNames(
  db: Db,
  franchiseeId: number,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(call_name, name) as name from student where franchisee_id = ${franchiseeId} and ${several('id', ids, 'uuid')}`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Open enquiries of the stages, one a household: the one that moved last. */
async function leads(db: Db, { audience, franchiseeId }: Asked, after: Found['last']): Promise<Found> {
  const { rows } = await sql<{ id: string; household: string; child: string | null }>`
    select distinct on (e.household_id) e.id, e.household_id as household, e.child_first_name as child from enquiry e
     where ${inChosenCentre({ franchiseeId }, 'e.franchisee_id')} and e.is_open and e.erased_at is null
       and (${audience.stages.length === 0} or ${several('e.stage_code', audience.stages, 'text')})
       and ${after ? sql`e.household_id > ${after.id}::uuid` : sql`true`}
     order by e.household_id, e.last_activity_at desc limit ${AT_ONCE}`.execute(db);
  const resolve = recipientsOf('enquiryId');
  const found = resolve
    ? await resolve(
        db,
        rows.map(({ id }) => id),
        franchiseeId,
      )
    : [];
  const byHousehold = new Map(found.map((one) => [one.id, one]));
  return {
    n: rows.length,
    last: rows.length > 0 ? { kind: 'CONTACT', id: rows.at(-1)?.household ?? '' } : null,
    people: rows.flatMap(({ id, household, child }) => {
      const person = byHousehold.get(household);
      return person ? [{ key: 'enquiryId' as const, id, childId: null, person, child }] : [];
    }),
  };
}

/** What is filled once, as it stands in the text. */
export const freeValues = (
  { variables, type }: Pick<CampaignText, 'variables' | 'type'>,
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    variables.flatMap(({ name, kind }) => {
      const value = values[name];
      return value ? [[name, shownAs(kind, value, type)]] : [];
    }),
  );

async function judge(db: Db, asked: Asked, found: Found['people']): Promise<CampaignLine[]> {
  const { franchiseeId, text } = asked;
  const kind = kindOf(text);
  const shared = {
    brand: await brandOf(db, franchiseeId),
    centre: (await franchisee(db, franchiseeId))?.companyName ?? '',
  };
  const free = freeValues(text, asked.values);
  const lines = found.map(({ key, id, childId, person, child }): CampaignLine => {
    const values = { ...shared, name: person.name, ...(child ? { child } : {}), ...free };
    const own = ownOf(text, person.language);
    return { key, id, childId, person, values, own, out: null, text: '', subject: '', units: 0 };
  });
  const address = ({ person }: CampaignLine) => (text.type === 'SMS' ? person.mobile : person.email);
  for (const line of lines) if (!address(line)) line.out = 'NO_ADDRESS';
  const going = lines.filter(({ out }) => out === null);
  const gates = await gateReasons(
    db,
    franchiseeId,
    going.map((line) => ({
      kind,
      channel: text.type,
      addressHash: addressHash(text.type, address(line) ?? ''),
      toKind: line.person.kind,
      subjectIds: [line.person.id, ...(line.key === 'enquiryId' ? [line.id] : [])],
    })),
  );
  for (const [n, line] of going.entries()) {
    line.out = gates[n] ?? null;
    if (line.out) continue;
    const to = `${addressHash(text.type, address(line) ?? '').toString('hex')}${line.childId ?? ''}`;
    if (asked.taken.has(to)) line.out = 'DUPLICATE';
    else fill(line, kind, text);
    if (!line.out) asked.taken.add(to);
  }
  return lines;
}

function fill(line: CampaignLine, kind: MessageKind, { type }: CampaignText): void {
  if (!line.own) {
    line.out = 'NO_VARIANT';
    return;
  }
  const rendered = renderText(
    kind,
    type,
    line.person.language,
    withOwnText({ ...line.values, link: '[link]' }, line.own),
  );
  if (typeof rendered === 'string') line.out = rendered;
  else Object.assign(line, { text: rendered.text, subject: rendered.subject, units: rendered.units ?? 0 });
}

export interface Counted {
  matched: number;
  reached: number;
  units: number;
  out: Map<OutReason, { n: number; names: string[] }>;
  samples: CampaignLine[];
}

const NAMED = 20;

/** Counts an audience page by page, centre by centre: somebody of two centres gets the message of each. */
export async function countCampaign(
  db: Db,
  { places, ...asked }: Omit<Asked, 'taken' | 'franchiseeId'> & { places: readonly number[] },
): Promise<Counted> {
  const counted: Counted = { matched: 0, reached: 0, units: 0, out: new Map(), samples: [] };
  for (const franchiseeId of places) await countAt(db, counted, { ...asked, franchiseeId });
  return counted;
}

async function countAt(db: Db, counted: Counted, asked: Omit<Asked, 'taken'>): Promise<void> {
  const taken = new Set<string>();
  let after: { kind: string; id: string } | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof campaignPageOf>> = await campaignPageOf(
      db,
      { ...asked, taken },
      after,
    );
    for (const line of page.lines) count(counted, line);
    if (!page.more) return;
    after = page.last;
  }
}

function count(counted: Counted, line: CampaignLine): void {
  counted.matched += 1;
  if (line.out === null) {
    counted.reached += 1;
    counted.units += line.units;
    if (counted.samples.length < 3) counted.samples.push(line);
    return;
  }
  const left = counted.out.get(line.out) ?? { n: 0, names: [] };
  left.n += 1;
  if (left.names.length < NAMED) left.names.push(line.person.name);
  counted.out.set(line.out, left);
}
