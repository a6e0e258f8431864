import { maskEmail } from '@aangan/contract/email.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { startBatch } from '@aangan/server/batch/serve-batch.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { bulkMessageContract, messageBatch } from './bulk-message.contract.ts';
import { blockedOf, chosenText, textLabels, textsFor } from './message-texts.server.ts';
import { type LeftOut, leftOutWords } from './message-words.ts';
import { type MessageLine, planMessages } from './plan-messages.server.ts';
import { messageWays } from './ready-messages.ts';

const EXAMPLES = 3;
const NAMED = 50;

/** The centre of the chosen enquiries; those of nobody's reach are 404 like those that are not there. */
async function centreOf(db: Db, ids: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom('enquiry')
    .select('franchisee_id')
    .where('id', 'in', [...new Set(ids)])
    .groupBy('franchisee_id')
    .execute();
  const [centre] = rows;
  if (!centre) throw refuse('row.not-found');
  ensure(rows.length === 1, () => refuseEnquiry('allocation.several-centres'));
  return centre.franchisee_id;
}

/** With no centre chosen only head office's texts: a text of one centre is not another's. */
export const messageTemplates = handle(bulkMessageContract.templates, async ({ db, actor }) => {
  const texts = await textsFor(db, actor.franchiseeId ?? HEAD_OFFICE);
  return {
    rows: texts.map((one) => ({
      key: one.key,
      label: one.label,
      own: one.own !== null,
      blocked: blockedOf(one),
    })),
  };
});

export const previewMany = handle(bulkMessageContract.preview, async ({ db, input, now, ports }) => {
  const franchiseeId = await centreOf(db, input.ids);
  const chosen = await chosenText(db, franchiseeId, input.template);
  const lines = await planMessages(db, { franchiseeId, ids: input.ids, chosen, now, config: ports.config });
  const reached = lines.filter((line) => line.leftOut === null);
  return {
    total: lines.length,
    reached: reached.length,
    ways: messageWays
      .map((channel) => ({ channel, n: reached.filter((line) => line.channel === channel).length }))
      .filter((way) => way.n > 0),
    examples: reached.slice(0, EXAMPLES).map((line) => ({
      enquiryCode: line.row.enquiry_code,
      childName: line.childName,
      channel: line.channel ?? 'SMS',
      to: line.channel === 'EMAIL' ? maskEmail(line.address ?? '') : maskPhone(line.address ?? ''),
      text: line.text ?? '',
    })),
    leftOut: leftOutOf(lines),
  };
});

const leftOutOf = (lines: readonly MessageLine[]) =>
  (Object.keys(leftOutWords) as LeftOut[])
    .map((reason) => ({ reason, lines: lines.filter((line) => line.leftOut === reason) }))
    .filter((one) => one.lines.length > 0)
    .map((one) => ({
      reason: leftOutWords[one.reason],
      n: one.lines.length,
      rows: one.lines
        .slice(0, NAMED)
        .map((line) => ({ enquiryCode: line.row.enquiry_code, childName: line.childName })),
    }));

export const sendMany = handle(bulkMessageContract.send, async ({ db, actor, input, now, ports }) => {
  const franchiseeId = await centreOf(db, input.ids);
  const chosen = await chosenText(db, franchiseeId, input.template);
  const lines = await planMessages(db, { franchiseeId, ids: input.ids, chosen, now, config: ports.config });
  const left = lines.filter((line) => line.leftOut !== null).length;
  ensure(left < lines.length, () => refuseEnquiry('enquiry-message.nobody'));
  const labelOf = await textLabels(db, [input.template]);
  const { batchId, total } = await startBatch(db, actor, messageBatch, {
    franchiseeId,
    label: labelOf(input.template),
    data: { template: input.template },
    items: lines.map(({ row, leftOut }) => ({
      id: row.id,
      data: {},
      skipped: leftOut && leftOutWords[leftOut],
    })),
    now,
  });
  return { batchId, total, reached: lines.length - left };
});
