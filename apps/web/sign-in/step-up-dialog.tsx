import { lazy, Suspense } from 'react';
import { useStepUpAsked } from './step-up.ts';

const Code = lazy(() => import('./step-up-code.tsx').then((module) => ({ default: module.StepUpCode })));

/** The fresh code before a guarded act; its script comes when it is first asked. */
export function StepUpDialog() {
  const asked = useStepUpAsked();
  return <Suspense>{asked && <Code />}</Suspense>;
}
