// What the home shows of enquiries. Every figure is counted by the conditions of the list it opens.
import { addDays, type Day, startOfDay } from '@aangan/contract/period.ts';
import {
  figuresOf,
  type HomeCard,
  type HomeCards,
  type HomeContext,
  type HomeFigure,
  type HomeFilters,
} from '@aangan/server/home-card.ts';
import { countUpToCap } from '@aangan/server/keyset.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { franchiseeLabels } from '../network/public.server.ts';
import { enquiryContract } from './enquiry/enquiry.contract.ts';
import type { EnquiryFilters } from './enquiry/enquiry-filters.ts';
import { allOf, enquiryWhere } from './enquiry/enquiry-where.server.ts';
import { followUpContract } from './enquiry/follow-up.contract.ts';
import { enquiryModules } from './modules.ts';

const QR_SOURCE = '04000000-0000-7000-8000-000000000004'; // migration 0401
const SOURCE_DAYS = 30;
const TREND_DAYS = 14;

const inList = (filters: (context: HomeContext) => HomeFilters): HomeCard['drill'] => ({
  path: '/forms/enquiry/list',
  list: enquiryContract.list,
  filters,
  measures: 'rows',
});
const inQueue = (filters: (context: HomeContext) => HomeFilters): HomeCard['drill'] => ({
  path: '/forms/followup',
  list: followUpContract.list,
  filters,
  measures: 'rows',
});
const count = { unit: 'count', picture: 'number' } as const;
const yetToCall = { spancoStatus: 'Suspect', stage: 'Yet_to_call' };
const mine = { assignedTo: 'me' };
const since = ({ today }: HomeContext, days: number): HomeFilters => ({ fromDate: addDays(today, 1 - days) });

const counts: readonly HomeCard[] = [
  {
    ...count,
    key: 'enquiries.yet-to-call',
    title: 'Enquiries to call',
    on: { centre: 10, staff: 10 },
    todo: { deed: 'Call the families', by: enquiryModules.enquiry },
    drill: inList(() => yetToCall),
  },
  {
    ...count,
    key: 'enquiries.my-yet-to-call',
    title: 'New enquiries to call',
    on: { counsellor: 10 },
    todo: { deed: 'Call the families', by: enquiryModules.enquiry },
    drill: inList(() => ({ ...yetToCall, ...mine })),
  },
  {
    ...count,
    key: 'enquiries.appointments',
    title: 'Appointments today',
    on: { centre: 28 },
    drill: inList(({ today }) => ({ appointmentOn: today })),
  },
  {
    ...count,
    key: 'enquiries.my-appointments',
    title: 'Your appointments today',
    on: { counsellor: 30 },
    drill: inList(({ today }) => ({ appointmentOn: today, ...mine })),
  },
  {
    ...count,
    key: 'enquiries.unallocated',
    title: 'Enquiries without a counsellor',
    on: { centre: 29, zone: 20, marketing: 50 },
    todo: { deed: 'Give them to somebody', by: enquiryModules.enquiry },
    drill: inList(() => ({ assignedTo: 'none', open: true })),
  },
  {
    ...count,
    key: 'enquiries.my-open',
    title: 'Open with you',
    on: { counsellor: 40 },
    drill: inList(() => ({ open: true, ...mine })),
  },
  {
    ...count,
    key: 'enquiries.my-admitted',
    title: 'Admitted by you this year',
    on: { counsellor: 45 },
    drill: inList(() => ({ spancoStatus: 'Order', ...mine })),
  },
  {
    ...count,
    key: 'enquiries.open',
    title: 'Open enquiries',
    on: { zone: 30, operations: 20, marketing: 20, owner: 34 },
    drill: inList(() => ({ open: true })),
  },
  {
    ...count,
    key: 'enquiries.admitted',
    title: 'Enquiries admitted this year',
    on: { marketing: 30, operations: 30, owner: 36, zone: 34 },
    drill: inList(() => ({ spancoStatus: 'Order' })),
  },
];

const queue: readonly HomeCard[] = [
  {
    ...count,
    key: 'enquiries.due-today',
    title: 'Follow-ups today',
    on: { centre: 20, staff: 20 },
    todo: { deed: 'Follow up', by: enquiryModules.followup },
    drill: inQueue(({ today }) => ({ date: today })),
  },
  {
    ...count,
    key: 'enquiries.overdue',
    title: 'Overdue follow-ups',
    on: { centre: 22, zone: 10, operations: 34, owner: 38 },
    todo: { deed: 'Catch up', by: enquiryModules.followup, late: true },
    drill: inQueue(() => ({ bucket: 'overdue' })),
  },
  {
    ...count,
    key: 'enquiries.my-due-today',
    title: 'Your follow-ups today',
    on: { counsellor: 20 },
    todo: { deed: 'Follow up', by: enquiryModules.followup },
    drill: inQueue(({ today }) => ({ date: today, ...mine })),
  },
  {
    ...count,
    key: 'enquiries.my-overdue',
    title: 'Your overdue follow-ups',
    on: { counsellor: 22 },
    todo: { deed: 'Catch up', by: enquiryModules.followup, late: true },
    drill: inQueue(() => ({ bucket: 'overdue', ...mine })),
  },
];

const pictures: readonly HomeCard[] = [
  {
    unit: 'count',
    key: 'enquiries.by-source',
    title: 'New enquiries by source, 30 days',
    picture: 'bars',
    on: { marketing: 80, centre: 90, zone: 92 },
    drill: inList((context) => since(context, SOURCE_DAYS)),
  },
  {
    unit: 'count',
    key: 'enquiries.new',
    title: 'New enquiries, 14 days',
    picture: 'days',
    on: { centre: 88, counsellor: 80, marketing: 82, operations: 80, owner: 86, zone: 88 },
    drill: inList((context) => since(context, TREND_DAYS)),
  },
  {
    ...count,
    key: 'enquiries.from-codes',
    title: 'From QR codes, 30 days',
    on: { marketing: 40 },
    drill: inList((context) => ({ ...since(context, SOURCE_DAYS), source: QR_SOURCE })),
  },
  {
    unit: 'count',
    key: 'enquiries.overdue-centres',
    title: 'Overdue follow-ups',
    picture: 'centres',
    on: { zone: 110, operations: 110, owner: 110, marketing: 112 },
    drill: inList(() => ({ bucket: 'overdue' })),
  },
  {
    unit: 'count',
    key: 'enquiries.open-centres',
    title: 'Open enquiries',
    picture: 'centres',
    on: { zone: 104, operations: 104, owner: 104, marketing: 104 },
    drill: inList(() => ({ open: true })),
  },
];

/** The filters of a card's address, as the list's query understands them. */
function conditions(card: HomeCard, context: HomeContext): RawBuilder<unknown>[] {
  const { date, ...filters } = card.drill.filters(context) as Record<string, unknown>;
  const parsed = enquiryContract.list.input.parse(filters) as Partial<EnquiryFilters>;
  return [
    ...scopeOf(context),
    ...(card.drill.list === followUpContract.list ? [sql`e.is_open`] : []),
    ...(date ? [sql`e.next_follow_up_on = ${date}::date`] : []),
    ...enquiryWhere(parsed, {
      today: context.today,
      userId: context.actor.userId,
      franchiseeId: context.actor.franchiseeId,
    }),
  ];
}

const scopeOf = ({ actor, yearId }: HomeContext): RawBuilder<unknown>[] => [
  sql`e.academic_year_id = ${yearId}`,
  ...(actor.franchiseeId === null ? [] : [sql`e.franchisee_id = ${actor.franchiseeId}`]),
];

async function countAll(
  db: Db,
  context: HomeContext,
  cards: readonly HomeCard[],
): Promise<Record<string, HomeFigure>> {
  if (cards.length === 0) return {};
  const columns = cards.map(
    (card) =>
      sql`${countUpToCap(sql`select from enquiry e where ${allOf(conditions(card, context))}`)} as ${sql.id(card.key)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db);
  return figuresOf(rows[0]);
}

const pick = (cards: readonly HomeCard[], wanted: ReadonlySet<string>) =>
  cards.filter((card) => wanted.has(card.key));

/** `n` of `all`, as the people who look at it say it. */
const share = (n: number, all: number, what: string): string | undefined =>
  all > 0 ? `${Math.round((n / all) * 100)} % of ${all.toLocaleString('en-IN')} ${what}` : undefined;

async function readCounts(db: Db, context: HomeContext, wanted: ReadonlySet<string>) {
  const figures = await countAll(db, context, pick(counts, wanted));
  for (const [key, filters, what] of [
    ['enquiries.my-admitted', mine, 'given to you'],
    ['enquiries.admitted', {}, 'enquiries'],
  ] as const) {
    const figure = figures[key];
    const card = counts.find((one) => one.key === key);
    if (!figure || !card || figure.more) continue;
    const all = await countAll(db, context, [{ ...card, key, drill: inList(() => filters) }]);
    const of = all[key];
    const note = of && !of.more ? share(figure.n, of.n, what) : undefined;
    if (note) figures[key] = { ...figure, note };
  }
  return figures;
}

async function readPictures(db: Db, context: HomeContext, wanted: ReadonlySet<string>) {
  const figures = await countAll(db, context, pick(pictures, wanted));
  const add = (key: string, more: Partial<HomeFigure>) => {
    const figure = figures[key];
    if (figure) figures[key] = { ...figure, ...more };
  };
  if (wanted.has('enquiries.new')) add('enquiries.new', await newByDay(db, context));
  if (wanted.has('enquiries.by-source')) add('enquiries.by-source', { points: await bySource(db, context) });
  for (const card of pick(pictures, wanted).filter((one) => one.picture === 'centres'))
    add(card.key, { points: await byCentre(db, conditions(card, context)) });
  return figures;
}

const instant = (day: Day) => sql`${startOfDay(day).toISOString()}::timestamptz`;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayLabel = (day: Day): string => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`;

async function newByDay(db: Db, context: HomeContext): Promise<Partial<HomeFigure>> {
  const from = addDays(context.today, 1 - TREND_DAYS);
  const where = [
    ...scopeOf(context),
    sql`e.follow_up_group <> 'NONE'`,
    sql`e.captured_at >= ${instant(addDays(from, -TREND_DAYS))}`,
  ];
  const { rows } = await sql<{ day: Day; n: number }>`
    select (e.captured_at at time zone 'Asia/Kolkata')::date as day, count(*)::int as n from enquiry e where ${allOf(where)} group by 1`.execute(
    db,
  );
  const byDay = new Map(rows.map((row) => [row.day, row.n]));
  const days = Array.from({ length: TREND_DAYS }, (_, i) => addDays(from, i));
  const before = rows.filter((row) => row.day < from).reduce((sum, row) => sum + row.n, 0);
  return {
    before: { n: before, period: 'in the 14 days before' },
    points: days.map((day) => ({
      label: dayLabel(day),
      n: byDay.get(day) ?? 0,
      filters: { fromDate: day, toDate: day },
    })),
  };
}

async function bySource(db: Db, context: HomeContext) {
  const where = [
    ...scopeOf(context),
    sql`e.follow_up_group <> 'NONE'`,
    sql`e.captured_at >= ${instant(addDays(context.today, 1 - SOURCE_DAYS))}`,
  ];
  const { rows } = await sql<{ id: string; name: string; n: number }>`
    select s.id, s.name, c.n from (select e.source_id, count(*)::int as n from enquiry e where ${allOf(where)} group by 1) c
      join enquiry_source s on s.id = c.source_id order by c.n desc, s.name limit 10`.execute(db);
  return rows.map((row) => ({ label: row.name, n: row.n, filters: { source: row.id } }));
}

async function byCentre(db: Db, where: readonly RawBuilder<unknown>[]) {
  const { rows } = await sql<{ id: number; n: number }>`
    select e.franchisee_id as id, count(*)::int as n from enquiry e where ${allOf(where)} group by 1 order by 2 desc limit 400`.execute(
    db,
  );
  const labels = await franchiseeLabels(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ label: labels.get(row.id) ?? '', n: row.n, centre: row.id }));
}

export const enquiryHomeCards: readonly HomeCards[] = [
  { module: enquiryModules.enquiry, cards: counts, read: readCounts },
  {
    module: enquiryModules.followup,
    cards: queue,
    read: (db, context, wanted) => countAll(db, context, pick(queue, wanted)),
  },
  { module: enquiryModules.enquiry, cards: pictures, keepS: 60, read: readPictures },
];
