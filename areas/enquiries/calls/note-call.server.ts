// The call behind a logged line: the one `call.start` opened is ended, and a call that was made without it is written down.
import { randomUUID } from 'node:crypto';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { contactOutcomes, type Outcome } from '../enquiry/follow-up.contract.ts';

interface NotedCall {
  id: string;
  channel: string;
  direction: 'OUT' | 'IN';
  outcome: Outcome;
  callId?: string | undefined;
  durationS?: number | undefined;
  agentId: string | null;
  now: Date;
}

/** Marks a call that only its line knows: the line's undo takes it off the call log too. */
const FROM_LINE = 'line:';

const statusOf = (outcome: Outcome): 'ANSWERED' | 'NO_ANSWER' | 'BUSY' | 'FAILED' => {
  if (contactOutcomes.has(outcome) || outcome === 'WRONG_NUMBER' || outcome === 'LANGUAGE') return 'ANSWERED';
  return outcome === 'BUSY' ? 'BUSY' : outcome === 'SWITCHED_OFF' ? 'FAILED' : 'NO_ANSWER';
};

/** The id of the call this line belongs to; null when it was no call. 404 for a call that is not this enquiry's. */
export async function noteCall(
  db: Db,
  enquiry: { franchisee_id: number; id: string; phone_norm: string | null },
  line: NotedCall,
): Promise<string | null> {
  if (line.channel !== 'CALL') return null;
  const status = statusOf(line.outcome);
  const now = line.now.toISOString();
  if (line.callId) {
    const call = ensureFound(
      await db
        .selectFrom('call_log')
        .select(['id', 'started_at'])
        .where('franchisee_id', '=', enquiry.franchisee_id)
        .where('enquiry_id', '=', enquiry.id)
        .where('id', '=', line.callId)
        .executeTakeFirst(),
    );
    await db
      .updateTable('call_log')
      .set({
        status,
        ended_at: now,
        talk_s: status === 'ANSWERED' ? (line.durationS ?? null) : null,
        ...(status === 'ANSWERED' ? { answered_at: call.started_at } : {}),
      })
      .where('franchisee_id', '=', enquiry.franchisee_id)
      .where('id', '=', call.id)
      .execute();
    return call.id;
  }
  const id = randomUUID();
  await db
    .insertInto('call_log')
    .values({
      franchisee_id: enquiry.franchisee_id,
      id,
      enquiry_id: enquiry.id,
      phone_norm: enquiry.phone_norm,
      provider: 'MANUAL',
      provider_call_id: `${FROM_LINE}${line.id}`,
      direction: line.direction,
      agent_id: line.agentId,
      started_at: now,
      ended_at: now,
      status,
      talk_s: status === 'ANSWERED' ? (line.durationS ?? null) : null,
    })
    .execute();
  return id;
}
