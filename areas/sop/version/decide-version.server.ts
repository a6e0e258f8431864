// Another person approves a version, sends it back or rejects it.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { lockSection } from '../library/sop-section.server.ts';
import { refuseSop } from '../sop.refusals.ts';
import { sectionStates, versionStates } from './sop.states.ts';
import { sopVersionContract as contract } from './sop-version.contract.ts';
import { tellAuthor } from './tell-people.server.ts';
import { lockVersion, newestVersion, numberOf, type Version } from './version-row.server.ts';

const move = { states: versionStates, table: 'sop_version' } as const;

async function lockForDecision(db: Db, actor: Actor, id: string, version: number | undefined) {
  const found = await lockVersion(db, actor, id, version);
  // One order for all: the section first. The row is read again behind its lock.
  const section = await lockSection(db, actor, found.section_id);
  const row = await lockRow(db, 'sop_version', id);
  ensure(row.status === 'IN_REVIEW', () => refuseSop('sop.not-in-review'));
  ensure(row.author_id !== actor.userId, () => refuseSop('sop.own-version'));
  return { section, row };
}

/** First 1.0; a major change the next whole number, a minor one the next after the point. */
const numberAfter = (
  last: Version | undefined,
  kind: 'MAJOR' | 'MINOR',
): { major: number; minor: number } => {
  if (!last) return { major: 1, minor: 0 };
  const { major, minor } = { major: last.major ?? 1, minor: last.minor ?? 0 };
  return kind === 'MAJOR' ? { major: major + 1, minor: 0 } : { major, minor: minor + 1 };
};

export const approveVersion = handle(contract.approve, async ({ db, actor, input, version, now }) => {
  const { section, row } = await lockForDecision(db, actor, input.id, version);
  const today = todayIst(now);
  ensure(input.changeKind === 'MAJOR' || row.change_kind === 'MINOR', () =>
    refuseSop('sop.lower-not-allowed', { fields: { changeKind: 'The author wrote a major change' } }),
  );
  ensure(input.effectiveFrom >= today, () =>
    refuseSop('sop.effective-past', { fields: { effectiveFrom: 'Today or later' } }),
  );
  const number = numberAfter(await newestVersion(db, section.id), input.changeKind);
  const published = await decide(db, actor, {
    ...move,
    row,
    action: 'approve',
    decision: 'APPROVE',
    makers: [row.author_id],
    reason: input.note ?? null,
    set: {
      ...number,
      change_kind: input.changeKind,
      effective_from: input.effectiveFrom,
      approved_by: userIdOf(actor),
      approved_at: now,
      decision_note: input.note ?? null,
    },
  });
  if (section.status === 'DRAFT')
    await moveStatus(db, { states: sectionStates, table: 'sop_section', row: section, action: 'publish' });
  return { number: numberOf(published) };
});

export const sendBackVersion = handle(contract.sendBack, async ({ db, actor, input, version }) => {
  const { section, row } = await lockForDecision(db, actor, input.id, version);
  await decide(db, actor, {
    ...move,
    row,
    action: input.decision,
    decision: input.decision === 'return' ? 'RETURN' : 'REJECT',
    makers: [row.author_id],
    reason: input.reason,
    set: { decision_note: input.reason },
  });
  await tellAuthor(db, { section, version: row, reason: input.reason });
  return {};
});
