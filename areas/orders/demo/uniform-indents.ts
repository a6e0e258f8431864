// Uniforms that two centres asked for, in the sizes the product suggests: some on an order, one cancelled, one a second set.
import { indentChildren } from '@aangan/areas/orders/indent/indent-children.server.ts';
import {
  cancelIndent,
  orderIndents,
  quoteIndents,
} from '@aangan/areas/orders/indent/order-indents.server.ts';
import { submitIndents } from '@aangan/areas/orders/indent/submit-indent.server.ts';
import { sizeFor, stylesFor } from '@aangan/areas/orders/indent/uniform-fit.ts';
import { stylesWithStock } from '@aangan/areas/orders/indent/uniform-styles.server.ts';
import { academicYearOf } from '@aangan/contract/period.ts';
import type { InWorkHandler } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import type { Clock } from '../../../db/demo/moment.ts';
import { teamAt } from '../../../db/demo/people.ts';
import { actorAt, carryOut, work } from '../../../db/demo/product.ts';
import { demoUuid } from '../../../db/demo/random.ts';

/** Children asked for, and of them those whose uniforms are ordered. */
const ASKED = 22;
const ORDERED = 9;
const DAY_MS = 86_400_000;

export async function writeUniformIndents(
  database: Database,
  franchiseeId: number,
  { today, now }: Clock,
): Promise<void> {
  const yearId = academicYearOf(today);
  const { head } = teamAt(franchiseeId);
  const actor: NarrowedActor = {
    ...actorAt(franchiseeId, head.id),
    name: `${head.firstName} ${head.lastName}`,
    academicYearId: yearId,
  };
  const run = async <T>(handler: InWorkHandler, input: object, daysAgo: number, version = 0): Promise<T> =>
    (await work(database, actor, 'uniform-indent', (db) =>
      carryOut(handler, { db, actor, now: new Date(now.getTime() - daysAgo * DAY_MS), version, input }),
    )) as T;
  const { children, styles } = await work(database, actor, 'children', async (db) => ({
    children: await indentChildren(db, { franchiseeId, yearId }),
    styles: await stylesWithStock(db, { franchiseeId, yearId, classIds: null, on: today }),
  }));
  const rowOf = (child: (typeof children)[number], another = false) => ({
    enrolmentId: child.enrolmentId,
    heightCm: child.heightCm,
    another,
    lines: stylesFor(styles, child).flatMap((style) => {
      const size = sizeFor(style, child)?.sizeCode;
      return style.optional || size === undefined ? [] : [{ styleId: style.styleId, size, qty: style.qty }];
    }),
  });
  const dressed = children.filter((child) => rowOf(child).lines.length > 0).slice(0, ASKED);
  if (dressed.length < ASKED) return;
  await run(submitIndents, { rows: dressed.slice(0, ORDERED).map((child) => rowOf(child)) }, 12);
  const ids = (await indentsOf(database, actor)).map(({ id }) => id);
  const { quote } = await run<{ quote: string }>(quoteIndents, { ids }, 10);
  await run(
    orderIndents,
    {
      ids,
      quote,
      clientOrderId: demoUuid('uniform-order', franchiseeId),
      paymentMode: 'CREDIT',
      backorder: true,
      reference: null,
    },
    10,
  );
  await run(submitIndents, { rows: dressed.slice(ORDERED).map((child) => rowOf(child)) }, 3);
  const [first] = dressed;
  if (first) await run(submitIndents, { rows: [rowOf(first, true)] }, 1);
  const [last] = await indentsOf(database, actor);
  if (last)
    await run(
      cancelIndent,
      { id: last.id, reason: 'The family buys from the sister’s set' },
      0,
      last.version,
    );
}

const indentsOf = async (database: Database, actor: NarrowedActor) =>
  work(database, actor, 'indents', async (db) => {
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from uniform_indent where franchisee_id = ${actor.franchiseeId} and status = 'SUBMITTED' order by indent_no`.execute(
      db,
    );
    return rows;
  });
