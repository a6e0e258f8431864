import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import { cancelMessages } from '../../communication/public.server.ts';
import { diaryContract } from './diary.contract.ts';
import { diaryStates } from './diary.states.ts';
import { lockEntry, remindFamilies, sourceOf } from './diary-rules.server.ts';
import { publishEntry } from './save-diary.server.ts';

export const publishDiary = handle(diaryContract.publish, async ({ db, actor, input, version, now }) => {
  const { row, section } = await lockEntry(db, actor, input.id, { version, now });
  await publishEntry(db, row, { section, at: now });
  return {};
});

export const withdrawDiary = handle(diaryContract.withdraw, async ({ db, actor, input, version, now }) => {
  const { row } = await lockEntry(db, actor, input.id, { version, now });
  await moveStatus(db, {
    states: diaryStates,
    table: 'diary_entry',
    row,
    action: 'withdraw',
    reason: input.reason,
    // A draft that is thrown away was never published: the column only says that nothing waits any more.
    set: { withdraw_reason: input.reason, publish_at: row.publish_at ?? now },
  });
  await cancelMessages(db, { franchiseeId: row.franchisee_id, source: sourceOf(row.id) });
  return {};
});

export const remindDiary = handle(diaryContract.remind, async ({ db, actor, input, now }) => {
  const { row } = await lockEntry(db, actor, input.id, { now });
  const visible = row.status === 'PUBLISHED' && row.publish_at !== null && new Date(row.publish_at) <= now;
  ensure(visible, () => refuse('row.wrong-state'));
  return { families: await remindFamilies(db, row, now) };
});
