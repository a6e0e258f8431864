// A family's own kits: read and confirmed as the child's centre, after the child was found in the parent's own scope.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { asFamily } from '../../students/public.server.ts';
import { kitTypeNames } from '../kit-types.ts';
import { finish } from './hand-over.server.ts';
import { handoverContract as contract } from './handover.contract.ts';
import type { kitSteps } from './handover.states.ts';
import { codeOf } from './handover-code.server.ts';

interface Row {
  id: string;
  kitType: string;
  state: (typeof kitSteps)[number];
  eta: string | null;
  handoverId: string | null;
  nonce: string | null;
  codeUntil: Date | null;
}

export const myKits = handle(contract.mine, ({ db, actor, input, now }) =>
  asFamily(db, actor, input.student, async ({ franchiseeId, studentId }) => {
    const { rows } = await sql<Row>`
      select a.id, a.kit_type as "kitType", a.status as state, h.id as "handoverId", h.code_nonce as nonce, h.code_until as "codeUntil",
        case when a.status = 'SHIPPED' then (select max(p.eta) from kit_order_line l
            join shipment_line x on x.franchisee_id = l.franchisee_id and x.line_id = l.id
            join shipment p on p.franchisee_id = x.franchisee_id and p.id = x.shipment_id and p.gate_out_at is not null
            where l.franchisee_id = a.franchisee_id and l.allocation_id = a.id and (l.live or l.replacement)
              and p.status not in ('RTO_DELIVERED', 'LOST')) end as eta
        from kit_allocation a
        left join kit_handover h on h.franchisee_id = a.franchisee_id and h.allocation_id = a.id and h.status = 'AT_CENTRE'
       where a.franchisee_id = ${franchiseeId} and a.student_id = ${studentId} and a.status <> 'REVOKED'
       order by a.academic_year_id desc, a.kit_type limit 12`.execute(db);
    return {
      kits: rows.map(({ kitType, nonce, codeUntil, ...row }) => {
        const until = codeUntil === null ? null : new Date(codeUntil);
        const valid = row.handoverId !== null && nonce !== null && until !== null && until > now;
        return {
          ...row,
          kit: kitTypeNames[kitType] ?? kitType,
          code: valid ? codeOf({ id: row.handoverId ?? '', nonce }) : null,
          codeUntil: valid ? until.toISOString() : null,
        };
      }),
    };
  }),
);

export const confirmKit = handle(contract.confirm, ({ db, actor, input, now }) =>
  asFamily(db, actor, input.student, async ({ studentId }) => {
    const row = await lockRow(db, 'kit_handover', input.id);
    ensure(row.student_id === studentId, () => refuse('row.not-found'));
    await finish(db, row, { method: 'PARENT_APP', receiver: actor.name, by: userIdOf(actor), now });
    return { status: 'HANDED_OVER' as const };
  }),
);
