import type { ApiError } from '@aangan/web/api/api-error.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditOp, Question } from '../engine/audit.contract.ts';
import {
  type Audit,
  addOp,
  addPhoto,
  dropOps,
  keepPack,
  onlyInThisTab,
  questionsOf,
  readOps,
  withQuestions,
  withSignoff,
} from './audit-store.web.ts';
import { countsHere, type KeptOp, type LocalOp, OLDER, questionOf, withOp, withOps } from './kept-ops.ts';
import { mergeAnswers } from './merge-answers.ts';
import { blockOf, onAuditSent, sendAudits } from './send-audits.web.ts';

/** Pressed within this time, answers leave together. */
const GATHER_MS = 600;
/** What failed is tried again by itself. */
const AGAIN_MS = 10_000;

const mapOf = (all: readonly Question[]): ReadonlyMap<string, Question> =>
  new Map(all.map((one) => [one.id, one] as const));
const unsentOf = (kept: readonly KeptOp[]): ReadonlySet<string> =>
  new Set(kept.flatMap(({ op, refused }) => (refused?.code === OLDER ? [] : [questionOf(op)])));

const replaces = (op: LocalOp, before: LocalOp): boolean =>
  (op.kind === 'answer' || op.kind === 'signoff') &&
  before.kind === op.kind &&
  questionOf(before) === questionOf(op);

/**
 * The answers of an audit as this device has them. Each is kept on the device first, then shown, then sent: without a network the
 * queue is only longer. `first`: what was kept here before; `readAt`: when the server gave the audit, null from the pack.
 */
export function useAnswers(audit: Audit, first: readonly KeptOp[], readAt: number | null) {
  const [questions, setQuestions] = useState(() => mapOf(withOps(questionsOf(audit), first)));
  const [kept, setKept] = useState(first);
  const [score, setScore] = useState(audit.score);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const latest = useRef({ questions, kept });
  const chain = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { id: auditId, number, family, franchiseeId } = audit;

  const show = useCallback((next: Partial<typeof latest.current>) => {
    latest.current = { ...latest.current, ...next };
    setQuestions(latest.current.questions);
    setKept(latest.current.kept);
  }, []);
  /** One after the other: each knows what the one before it has kept. */
  const inOrder = useCallback((work: () => Promise<void>): Promise<void> => {
    const done = chain.current.then(work);
    chain.current = done.catch(() => undefined);
    return done;
  }, []);

  const flush = useCallback(async (): Promise<readonly KeptOp[]> => {
    clearTimeout(timer.current);
    await chain.current;
    setSending(true);
    await sendAudits().finally(() => setSending(false));
    await inOrder(async () => show({ kept: await readOps(auditId) }));
    setProblem(blockOf(auditId));
    return latest.current.kept;
  }, [auditId, inOrder, show]);
  const sendSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), GATHER_MS);
  }, [flush]);

  /** Keeps an operation; what was said of the same question before, refused or still to go, is replaced by it. */
  const keep = useCallback(
    (make: () => Promise<KeptOp>) =>
      inOrder(async () => {
        const added = await make();
        const { op } = added;
        const replaced = latest.current.kept.filter((one) => replaces(op, one.op));
        if (replaced.length > 0) await dropOps(replaced);
        const now = latest.current.questions.get(questionOf(op));
        show({
          kept: [...latest.current.kept.filter((one) => !replaced.includes(one)), added],
          ...(now ? { questions: new Map(latest.current.questions).set(now.id, withOp(now, op)) } : {}),
        });
        sendSoon();
      }),
    [inOrder, show, sendSoon],
  );
  const push = useCallback(
    (op: Exclude<AuditOp, { kind: 'photo' }>) =>
      keep(() => addOp({ auditId, number, family, franchiseeId, op })),
    [keep, auditId, number, family, franchiseeId],
  );

  const answer = (id: string, part: Partial<Pick<Question, 'response' | 'scale' | 'note'>>) =>
    keep(() => {
      const one = latest.current.questions.get(id);
      const next = { response: null, scale: null, note: null, ...one, ...part };
      return addOp({
        auditId,
        number,
        family,
        franchiseeId,
        op: {
          kind: 'answer',
          opId: crypto.randomUUID(),
          atDevice: new Date().toISOString(),
          parameterId: id,
          response: next.response,
          scale: next.scale,
          note: next.note?.trim() ? next.note.trim() : null,
          rev: (one?.rev ?? 0) + 1,
        },
      });
    });
  const photo = (parameterId: string, file: File) =>
    keep(() => addPhoto({ auditId, number, family, franchiseeId, parameterId }, file));
  const removePhoto = (parameterId: string, fileId: string) =>
    push({ kind: 'photo-gone', opId: crypto.randomUUID(), parameterId, fileId });
  /** Takes back what is still here; what is on its way already is followed by its removal. */
  const takeBack = async (one: KeptOp) => {
    const there = (await readOps(auditId)).find(({ op }) => op.opId === one.op.opId) ?? one;
    await dropOps([there]);
    await inOrder(async () =>
      show({ kept: latest.current.kept.filter(({ op }) => op.opId !== one.op.opId) }),
    );
    const { op } = there;
    if (op.kind === 'photo' && op.fileId !== null) await removePhoto(op.parameterId, op.fileId);
  };

  useEffect(
    () =>
      onAuditSent((sent) => {
        if (sent.auditId !== auditId) return;
        if (sent.reply) setScore(sent.reply.score);
        setProblem(blockOf(auditId));
        void inOrder(async () =>
          show({
            questions: mapOf(withOps([...latest.current.questions.values()], sent.taken)),
            kept: await readOps(auditId),
          }),
        );
      }),
    [auditId, inOrder, show],
  );

  // Read again, after a sending or because it was opened from an older reading; the pack follows.
  useEffect(() => {
    const read = questionsOf(audit);
    void inOrder(async () => {
      const now = mergeAnswers(latest.current.questions, read, unsentOf(latest.current.kept));
      show({ questions: now });
      setScore(audit.score);
      if (readAt !== null)
        await keepPack({
          audit: withSignoff(withQuestions(audit, now), latest.current.kept),
          readAt,
        });
    });
  }, [audit, readAt, inOrder, show]);

  const waits = kept.some(({ refused }) => refused === null);
  useEffect(() => {
    if (!waits) return;
    const again = setInterval(() => navigator.onLine && void flush(), AGAIN_MS);
    return () => clearInterval(again);
  }, [waits, flush]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (onlyInThisTab()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    if (latest.current.kept.length > 0) sendSoon();
    return () => {
      window.removeEventListener('beforeunload', ask);
      void flush();
    };
  }, [flush, sendSoon]);

  const counts = countsHere([...questions.values()]);
  return {
    questions,
    kept,
    counts,
    score,
    sending,
    problem,
    answer,
    photo,
    removePhoto,
    takeBack,
    push,
    flush,
  };
}
