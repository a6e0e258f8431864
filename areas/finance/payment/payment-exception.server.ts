import { personName } from '@aangan/server/sql.ts';
// What the payment provider said that does not fit our books: head office looks, acts outside, and says what it found.

import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, contains, newestFirst } from '@aangan/server/record/keyset.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { inHeadOffice } from '../ledger/book.queries.server.ts';
import { financeModules } from '../modules.ts';
import { refusePayment } from './payment.refusals.ts';
import { type exceptionKinds, paymentExceptionContract } from './payment-exception.contract.ts';

interface Filter {
  q?: string | undefined;
  state?: 'OPEN' | 'RESOLVED' | undefined;
  kind?: (typeof exceptionKinds)[number] | undefined;
}

function narrowed(db: Db, input: Filter) {
  let rows = db
    .selectFrom('recon_exception as x')
    .leftJoin('payment as p', (j) =>
      j
        .onRef('p.franchisee_id', '=', 'x.franchisee_id')
        .on('p.id', '=', sql<string>`(x.detail ->> 'paymentId')::uuid`),
    )
    .leftJoin('fee_account as f', (j) =>
      j.onRef('f.franchisee_id', '=', 'p.franchisee_id').onRef('f.id', '=', 'p.fee_account_id'),
    );
  if (input.state) rows = rows.where('x.closed_at', input.state === 'OPEN' ? 'is' : 'is not', null);
  if (input.kind) rows = rows.where('x.kind', '=', input.kind);
  if (input.q) {
    const like = contains(input.q);
    rows = rows.where((eb) =>
      eb.or([
        eb('f.child_label', 'ilike', like),
        eb('p.payer_name', 'ilike', like),
        eb('x.provider_ref', 'ilike', like),
      ]),
    );
  }
  return rows;
}

async function pageOf(db: Db, actor: Actor, input: Filter & { after?: string | undefined; limit: number }) {
  const exceptions = narrowed(db, input);
  const rows = exceptions
    .leftJoin('franchisee as c', 'c.id', 'x.franchisee_id')
    .leftJoin('app_user as u', 'u.id', 'x.closed_by')
    .select([
      'x.id',
      'x.kind',
      'c.company_name as centre',
      'f.child_label as childLabel',
      'p.payer_name as payerName',
      'p.fee_account_id as feeAccountId',
      'f.enquiry_id as enquiryId',
      'p.status as paymentStatus',
      'x.provider_ref as reference',
      sql<number | null>`(x.detail ->> 'asked')::bigint`.as('expected'),
      sql<number>`coalesce((x.detail ->> 'said')::bigint, 0)`.as('received'),
      sql<string>`coalesce(x.detail ->> 'currency', 'INR')`.as('currency'),
      sql<number | null>`(x.detail ->> 'refunded')::bigint`.as('refunded'),
      sql<string | null>`x.detail ->> 'reason'`.as('reason'),
      'x.opened_at as openedAt',
      'x.closed_at as resolvedAt',
      'x.closed_reason as note',
      'x.franchisee_id as franchiseeId',
      'x.version',
      personName('u').as('resolvedBy'),
    ]);
  const page = await newestFirst(rows, { name: 'openedAt', at: 'x.opened_at', id: 'x.id' }, input, () =>
    cappedCount(db, exceptions.select('x.id')),
  );
  const write = holds(actor, financeModules.ledger, true);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      childLabel: row.childLabel ?? '',
      state: row.resolvedAt === null ? ('OPEN' as const) : ('RESOLVED' as const),
      can: { resolve: write && row.resolvedAt === null },
    })),
  };
}

export const listPaymentExceptions = handle(paymentExceptionContract.list, async ({ db, actor, input }) => {
  return inHeadOffice(db, actor, () => pageOf(db, actor, input));
});

export const resolvePaymentException = handle(
  paymentExceptionContract.resolve,
  async ({ db, actor, input, version, now }) =>
    inHeadOffice(db, actor, async () => {
      const row = ensureFound(
        await db
          .selectFrom('recon_exception')
          .select(['closed_at', 'version'])
          .where('id', '=', input.id)
          .forUpdate()
          .executeTakeFirst(),
      );
      ensure(row.closed_at === null, () => refusePayment('payment-exception.resolved'));
      ensureFresh(row.version === version ? 1 : 0);
      const resolvedAt = now.toISOString();
      await db
        .updateTable('recon_exception')
        .set({ closed_at: resolvedAt, closed_by: userIdOf(actor), closed_reason: input.note })
        .where('id', '=', input.id)
        .execute();
      return { resolvedAt };
    }),
);
