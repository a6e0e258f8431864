import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import {
  consentAnswersBy,
  consentsOf,
  consentTexts,
  recordConsent,
} from '../../communication/public.server.ts';
import { asFamily, type OwnChild } from '../family/as-family.server.ts';
import { refuseStudent } from '../refusals.ts';
import { consentContract, familyPurposes } from './consent.contract.ts';

/** Taken note of, never refused here: without it there is no admission. */
const NOTICES: ReadonlySet<string> = new Set(['EDUCATION_NOTICE']);

/** The guardian who is signed in, of this child today; none for a student's own sign-in. */
const guardianOf = (db: Db, child: OwnChild, userId: string) =>
  db
    .selectFrom('student_guardian as sg')
    .innerJoin('guardian as g', (j) =>
      j.onRef('g.franchisee_id', '=', 'sg.franchisee_id').onRef('g.id', '=', 'sg.guardian_id'),
    )
    .innerJoin('family as f', (j) =>
      j.onRef('f.franchisee_id', '=', 'g.franchisee_id').onRef('f.id', '=', 'g.family_id'),
    )
    .select(['g.id', 'sg.portal', 'f.language'])
    .where('sg.franchisee_id', '=', child.franchiseeId)
    .where('sg.student_id', '=', child.studentId)
    .where('sg.restricted', '=', false)
    .where('g.user_id', '=', userId)
    .executeTakeFirst();

export const myConsents = handle(consentContract.mine, ({ db, actor, input }) =>
  asFamily(db, actor, input.student, async (child) => {
    const guardian = await guardianOf(db, child, userIdOf(actor));
    const of = {
      franchiseeId: child.franchiseeId,
      subjectKind: 'STUDENT' as const,
      subjectId: child.studentId,
    };
    const texts = await consentTexts(db, {
      purposes: familyPurposes,
      language: guardian?.language ?? 'en',
    });
    const own = guardian ? await consentAnswersBy(db, { ...of, guardianId: guardian.id }) : new Map();
    const now = new Map((await consentsOf(db, of)).map((one) => [one.purpose, one.allowed]));
    return {
      canAnswer: guardian?.portal === 'FULL',
      rows: familyPurposes.flatMap((purpose) => {
        const text = texts.find((one) => one.purpose === purpose);
        if (!text) return [];
        const answer = own.get(purpose);
        return [
          {
            purpose,
            title: text.title,
            body: text.body,
            textVersion: text.version,
            isNotice: NOTICES.has(purpose),
            answer: answer?.answer ?? null,
            answeredAt: answer?.at ?? null,
            allowed: now.get(purpose) ?? NOTICES.has(purpose),
          },
        ];
      }),
    };
  }),
);

export const answerConsent = handle(consentContract.answer, ({ db, actor, input }) =>
  asFamily(db, actor, input.student, async (child) => {
    const guardian = ensureFound((await guardianOf(db, child, userIdOf(actor))) ?? null);
    ensure(guardian.portal === 'FULL', () => refuseStudent('consent.limited'));
    if (input.answer === 'NO' && NOTICES.has(input.purpose))
      throw refuse('input.invalid', { fields: { answer: 'A notice is taken note of; ask your centre' } });
    const [text] = await consentTexts(db, { purposes: [input.purpose], language: guardian.language });
    ensure(text?.version === input.textVersion, () => refuseStudent('consent.text-outdated'));
    const of = {
      franchiseeId: child.franchiseeId,
      subjectKind: 'STUDENT' as const,
      subjectId: child.studentId,
    };
    const before = (await consentAnswersBy(db, { ...of, guardianId: guardian.id })).get(input.purpose);
    const kept = input.answer === 'NO' && before && before.answer !== 'NO' ? 'WITHDRAWN' : input.answer;
    await recordConsent(db, {
      ...of,
      method: 'APP',
      byGuardianId: guardian.id,
      answers: [
        {
          purpose: input.purpose,
          answer: kept,
          textVersion: input.textVersion,
          language: text?.language ?? 'en',
        },
      ],
    });
    return { answer: kept };
  }),
);
