import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep } from '@aangan/server/work/status-step.ts';
import { refuseIndent } from './indent.refusals.ts';
import { uniformIndentContract as contract } from './uniform-indent.contract.ts';
import { indentLabels } from './uniform-indent.states.ts';

/** Families took their uniforms home. What was handed over already stays as it is. */
export const handOverIndents = handle(contract.handOver, async ({ db, actor, input, now }) => {
  let handed = 0;
  for (const id of [...new Set(input.ids)].sort()) {
    const row = await lockRow(db, 'uniform_indent', id);
    ensure(row.status === 'FULFILLED', () =>
      refuseIndent('indent.not-arrived', {
        details: { no: row.indent_no, state: indentLabels[row.status].toLowerCase() },
      }),
    );
    if (row.handed_at !== null) continue;
    await db
      .updateTable('uniform_indent')
      .set({ handed_at: now, handed_by: userIdOf(actor) })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
    await noteStep(db, {
      franchiseeId: row.franchisee_id,
      subject: 'uniform_indent',
      id: row.id,
      action: 'hand-over',
      from: row.status,
      to: row.status,
    });
    handed += 1;
  }
  return { handed };
});
