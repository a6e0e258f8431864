// Which cards a person's home has, and their figures: every group in a unit of work of its own, at the same time, with a
// time limit. A slow or broken one is late or failed by itself; the others are not held up (shell.md 4.5).
import { currentYear, todayIst } from '@aangan/contract/period.ts';
import { homeCardGroups } from '@aangan/server/endpoint/area-registry.ts';
import { type ApartCall, handleApart } from '@aangan/server/endpoint/handle.ts';
import type { HomeCard, HomeCards, HomeContext, HomeFigure } from '@aangan/server/endpoint/home-card.ts';
import { type Actor, holds, narrowTo } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { asSystem } from '../session/as-system.server.ts';
import { compiledOf } from '../session/context.server.ts';
import { homeContract } from './home.contract.ts';
import { homesOf } from './homes-of.server.ts';
import { keep, kept } from './kept-figures.server.ts';

/** The first answer waits this long for each card; a card asked for by name gets the longer time. */
const BUDGET_MS = 300;
const PATIENCE_MS = 4000;
/** Connections one home may use at a time: the pool is for everybody. */
const AT_ONCE = 3;

interface Chosen {
  group: HomeCards;
  cards: readonly { card: HomeCard; place: number }[];
}

export const homeCards = handleApart(homeContract.cards, async (call) => {
  const { homes, holdsInUse } = await call.work(asSystem(call.actor.userId), (db) =>
    placeOf(db, call.actor, call.now),
  );
  const asked = call.input.ids && new Set(call.input.ids);
  const chosen = choose(homes, (gate) => holdsInUse(gate), asked);
  const begun = performance.now();
  const answers = await inTurn(chosen, async ({ group, cards }) => {
    const outcome = await read(
      call,
      group,
      cards.map(({ card }) => card),
      asked ? PATIENCE_MS : Math.max(50, BUDGET_MS - (performance.now() - begun) / AT_ONCE),
    );
    return cards.flatMap(({ card, place }) => {
      const shown = show(call.actor, contextOf(call, group), card, outcome);
      return shown ? [{ shown, place }] : [];
    });
  });
  return {
    homes,
    cards: answers
      .flat()
      .sort((a, b) => a.place - b.place)
      .map(({ shown }) => shown),
  };
});

/** Homes of the roles in use, and what those roles hold here (shell.md D1: a role in use narrows the home). */
async function placeOf(db: Db, actor: Actor, now: Date) {
  const user = await compiledOf(db, actor, now);
  const roles = user.grants.filter((grant) => actor.roleIds.includes(grant.role.id)).map(({ role }) => role);
  const gates = (gate: HomeCards['module']) => (typeof gate === 'string' ? [gate] : gate);
  return {
    homes: await homesOf(db, actor),
    holdsInUse: (gate: HomeCards['module']) =>
      holds(actor, gate, false) &&
      gates(gate).some((name) => roles.some((role) => role.allModules || role.read.has(name))),
  };
}

function choose(
  homes: readonly string[],
  holdsInUse: (gate: HomeCards['module']) => boolean,
  asked: ReadonlySet<string> | undefined,
): Chosen[] {
  const chosen: Chosen[] = [];
  for (const group of homeCardGroups()) {
    if (!holdsInUse(group.module)) continue;
    const cards = group.cards.flatMap((card) => {
      if (asked && !asked.has(card.key)) return [];
      const places = homes.flatMap((home) => card.on[home as keyof typeof card.on] ?? []);
      return places.length ? [{ card, place: Math.min(...places) }] : [];
    });
    if (cards.length) chosen.push({ group, cards });
  }
  return chosen;
}

function contextOf(call: ApartCall<unknown>, group: HomeCards): HomeContext {
  const actor = narrowTo(call.actor, group.module, 'GET');
  return {
    actor,
    now: call.now,
    today: todayIst(call.now),
    yearId: actor.academicYearId ?? currentYear(call.now),
  };
}

interface Outcome {
  state: 'READY' | 'LATE' | 'FAILED';
  figures: Readonly<Record<string, HomeFigure>>;
  asOf: Date;
}

const CANCELLED = '57014'; // query_canceled: the statement's own time limit
const late: unique symbol = Symbol('late');

async function read(
  call: ApartCall<unknown>,
  group: HomeCards,
  cards: readonly HomeCard[],
  budgetMs: number,
): Promise<Outcome> {
  const context = contextOf(call, group);
  const wanted = new Set(cards.map((card) => card.key));
  const known = kept(group, context, wanted);
  if (known) return { state: 'READY', ...known };
  const reading = call.work(context.actor, async (db) => {
    await sql`select set_config('statement_timeout', ${String(Math.ceil(budgetMs))}, true)`.execute(db);
    return group.read(db, context, wanted);
  });
  // The statement's limit ends the work in the database; this one ends the waiting (for a free connection, too).
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof late>((done) => {
    timer = setTimeout(() => done(late), budgetMs * 1.5);
  });
  try {
    const figures = await Promise.race([reading, limit]);
    if (figures === late) {
      reading.catch(() => undefined); // its answer is nobody's any more
      return { state: 'LATE', figures: {}, asOf: call.now };
    }
    keep(group, context, wanted, { figures, asOf: call.now });
    return { state: 'READY', figures, asOf: call.now };
  } catch (error) {
    const cut = (error as { code?: string }).code === CANCELLED;
    return { state: cut ? 'LATE' : 'FAILED', figures: {}, asOf: call.now };
  } finally {
    clearTimeout(timer);
  }
}

function show(actor: Actor, context: HomeContext, card: HomeCard, outcome: Outcome) {
  const figure = outcome.figures[card.key];
  if (outcome.state === 'READY' && !figure) return null;
  const mayDo = card.todo !== undefined && holds(actor, card.todo.by, true);
  return {
    key: card.key,
    title: card.title,
    unit: card.unit,
    picture: card.picture,
    todo: card.todo && mayDo ? { action: card.todo.action, late: card.todo.late ?? false } : null,
    state: outcome.state,
    figure: figure ?? null,
    link: { path: card.drill.path, filters: card.drill.filters(context) },
    asOf: outcome.asOf.toISOString(),
  };
}

async function inTurn<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  const left = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) answers.push(await run(item));
    }),
  );
  return answers;
}
