// Operations as a device keeps them until the server has them, and what they make of the questions that were read.
import type { AuditOp, Question } from '../engine/audit.contract.ts';
import { isFault } from '../engine/score.ts';

/** A photo's file is known once its bytes are with the server; until then they lie on the device as `shot`. */
export interface PhotoOp {
  kind: 'photo';
  opId: string;
  parameterId: string;
  shot: string;
  fileId: string | null;
}
export type LocalOp = Exclude<AuditOp, { kind: 'photo' }> | PhotoOp;

export interface KeptOp {
  auditId: string;
  number: string;
  family: string;
  franchiseeId: number;
  /** Order of this device. */
  at: number;
  op: LocalOp;
  /** Why the server did not take it. */
  refused: { code: string; message: string } | null;
}

/** Not taken because a newer answer stands, by the own telling of the device. */
export const OLDER = 'audit.older';
const words = { yes: 'Yes', no: 'No', na: 'Not applicable' } as const;
export const wordOf = ({
  response,
  scale,
}: {
  response: Question['response'];
  scale: number | null;
}): string => (response ? words[response] : scale === null ? '–' : `${scale} of 5`);

export const olderRefusal = (op: LocalOp): KeptOp['refused'] => ({
  code: OLDER,
  message: `A newer answer from another device stands.${op.kind === 'answer' ? ` Yours was: ${wordOf(op)}${op.note ? `, ${op.note}` : ''}.` : ''}`,
});

export const questionOf = (op: LocalOp): string => ('parameterId' in op ? op.parameterId : 'signoff');

/** Questions with the operations that are not refused as older; of an answer the higher revision wins. */
export function withOps(questions: readonly Question[], kept: readonly KeptOp[]): Question[] {
  const byQuestion = Map.groupBy(
    kept.filter(({ refused }) => refused?.code !== OLDER),
    ({ op }) => questionOf(op),
  );
  return questions.map((one) => (byQuestion.get(one.id) ?? []).reduce((now, { op }) => withOp(now, op), one));
}

export function withOp(one: Question, op: LocalOp): Question {
  if (op.kind === 'answer')
    return op.rev > one.rev
      ? { ...one, response: op.response, scale: op.scale, note: op.note, rev: op.rev }
      : one;
  if (op.kind === 'photo-gone')
    return { ...one, photos: one.photos.filter(({ fileId }) => fileId !== op.fileId) };
  if (op.kind !== 'photo' || op.fileId === null || one.photos.some(({ fileId }) => fileId === op.fileId))
    return one;
  return { ...one, photos: [...one.photos, { fileId: op.fileId, url: '' }] };
}

/** Photos of a question that still lie on this device. */
export const shotsAt = (kept: readonly KeptOp[], questionId: string): KeptOp[] =>
  kept.filter(({ op }) => op.kind === 'photo' && op.parameterId === questionId);

/** What goes in one sending, in its order; a photo once its bytes are with the server. */
export const nextBatch = (kept: readonly KeptOp[], most: number): AuditOp[] =>
  kept
    .flatMap(({ op }): AuditOp[] => {
      if (op.kind !== 'photo') return [op];
      const { shot: _shot, fileId, ...photo } = op;
      return fileId === null ? [] : [{ ...photo, fileId }];
    })
    .slice(0, most);

export const countsHere = (questions: readonly Question[]) => {
  const answered = questions.filter(({ response, scale }) => response !== null || scale !== null);
  return {
    total: questions.length,
    answered: answered.length,
    faults: answered.filter(isFault).length,
    notApplicable: answered.filter(({ response }) => response === 'na').length,
  };
};

/** 'Not sent yet: 3 answers and 1 photo'; null when the queue is empty. */
export function unsentText(kept: readonly KeptOp[]): string | null {
  const photos = kept.filter(({ op }) => op.kind === 'photo').length;
  const others = kept.length - photos;
  const parts = [
    others === 0 ? [] : [others === 1 ? '1 answer' : `${others} answers`],
    photos === 0 ? [] : [photos === 1 ? '1 photo' : `${photos} photos`],
  ].flat();
  return parts.length === 0 ? null : parts.join(' and ');
}
