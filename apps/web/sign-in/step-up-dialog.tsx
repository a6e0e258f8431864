import { part } from '@aangan/web/part.ts';
import { Suspense } from 'react';
import { useStepUpAsked } from './step-up.ts';

const Code = part(() => import('./step-up-code.tsx'), 'StepUpCode');

/** The fresh code before a guarded act; its script comes when it is first asked. */
export function StepUpDialog() {
  const asked = useStepUpAsked();
  return <Suspense>{asked && <Code />}</Suspense>;
}
