import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenYear, ensure } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { formFeeContract } from './form-fee.contract.ts';

export const formFees = handle(formFeeContract.list, async ({ db, actor }) => {
  const { rows } = await sql<{
    id: string;
    version: number;
    centre: string;
    referenceType: string;
    name: string;
    className: string | null;
    amount: number;
    online: boolean;
    offline: boolean;
    active: boolean;
    refundableUntil: string | null;
  }>`select r.id, r.version, z.company_name as centre, r.reference_type as "referenceType", r.name, c.name as "className", r.amount,
      r.online, r.offline, r.active, r.refundable_until as "refundableUntil"
      from receipt_fee_type r join franchisee z on z.id = r.franchisee_id left join class c on c.id = r.class_id
     where r.academic_year_id = ${chosenYear(actor)} and ${inChosenCentre(actor, 'r.franchisee_id')}
     order by r.reference_type, z.company_name, c.name nulls first, r.id limit 500`.execute(db);
  return { rows, mayChange: mayCall(actor, formFeeContract.ways) };
});

/** A fee that nobody may pay would stop every form that asks for it. */
export const changeWays = handle(formFeeContract.ways, async ({ db, input, version }) => {
  const row = await lockRow(db, 'receipt_fee_type', input.id, version);
  ensure(input.online || input.offline || row.amount === 0, () =>
    refuse('input.invalid', { fields: { offline: 'Choose at least one way to pay' } }),
  );
  await db
    .updateTable('receipt_fee_type')
    .set({ online: input.online, offline: input.offline })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});
