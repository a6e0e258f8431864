// What the home shows of enquiries. Every figure is counted by the conditions of the list it opens.
import { addDays, type Day, startOfDay } from '@aangan/contract/period.ts';
import {
  figuresOf,
  type HomeCard,
  type HomeCards,
  type HomeContext,
  type HomeFigure,
} from '@aangan/server/endpoint/home-card.ts';
import { cappedCount, countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre, istDay } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { franchiseeLabels } from '../network/public.server.ts';
import { enquiryContract } from './enquiry/enquiry.contract.ts';
import type { EnquiryFilters } from './enquiry/enquiry-filters.ts';
import { allOf, enquiryWhere } from './enquiry/enquiry-where.server.ts';
import { followUpContract } from './enquiry/follow-up.contract.ts';
import {
  counts,
  inList,
  leads,
  mine,
  pictures,
  queue,
  SOURCE_DAYS,
  TREND_DAYS,
} from './home-card-list.server.ts';
import { enquiryModules } from './modules.ts';

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
  inChosenCentre(actor, 'e.franchisee_id'),
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
    select ${istDay('e.captured_at')} as day, count(*)::int as n from enquiry e where ${allOf(where)} group by 1`.execute(
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
  {
    module: enquiryModules.googleWebHook,
    cards: leads,
    read: async (db, { actor }) => {
      const here =
        actor.franchiseeId === null ? sql`true` : sql`routed_franchisee_id = ${actor.franchiseeId}`;
      const n = await cappedCount(
        db,
        sql`select from lead_intake where state in ('QUARANTINED', 'DEAD') and ${here}`,
      );
      return { 'enquiries.leads-held': n };
    },
  },
  { module: enquiryModules.enquiry, cards: pictures, keepS: 60, read: readPictures },
];
